import type { Page } from '@playwright/test'
import type { ReviewPayload } from '#shared/contract/review'
import { joined, upload, type Call, type Person } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = () => pngImage(640, 400)

const panel = (page: Page) => page.getByRole('dialog', { name: 'Reviewers' })
const field = (page: Page) => panel(page).getByRole('textbox', { name: 'Comment with your verdict' })
const openPanel = (page: Page) => page.getByRole('button', { name: 'Reviewers' }).click()
const reviewOf = async (agent: Call, reviewId: string) =>
  (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.review
const decide = (by: Person, reviewId: string, status: string, comment?: string) =>
  by.call('POST', `/api/reviews/${reviewId}/status`, { status, comment })

test('the comment of a verdict stays until it is sent, which Ctrl+Enter does', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await agent('POST', `/v1/reviews/${reviewId}/threads`, { body: 'Too wide.' })
  await open(`/reviews/${reviewId}`)
  await openPanel(page)
  await field(page).fill('The total wraps.')
  await page.mouse.click(400, 500)
  await expect(panel(page)).toHaveCount(0)
  await openPanel(page)
  await expect(field(page)).toHaveValue('The total wraps.')
  await panel(page).getByRole('button', { name: 'Verify' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Verify with 1 open comment?' })
  await expect(question).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Reviewers' })).toBeFocused()
  await openPanel(page)
  await expect(field(page)).toHaveValue('The total wraps.')
  await open(`/reviews/${reviewId}`)
  await openPanel(page)
  await expect(field(page)).toHaveValue('The total wraps.')
  // It is not sent where the server cannot be reached.
  await page.context().setOffline(true)
  await field(page).press('Control+Enter')
  await expect(page.getByText('The verdict was not saved')).toBeVisible()
  await expect(field(page)).toHaveValue('The total wraps.')
  await page.context().setOffline(false)
  await field(page).press('Control+Enter')
  await expect(page.getByText('Verdict: Changes requested')).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  expect(await reviewOf(agent, reviewId)).toMatchObject({
    status: 'changes_requested',
    decisionComment: 'The total wraps.',
  })
  await open(`/reviews/${reviewId}`)
  await openPanel(page)
  await expect(field(page)).toHaveValue('')
})

test('the reviewers of a low window scroll to the last button', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  for (const name of ['Bo', 'Cy', 'Di', 'Ed', 'Fay', 'Gus', 'Hal'])
    await decide(await joined(server, person, name, 'reviewer'), reviewId, 'verified', 'The totals fit now.')
  await page.setViewportSize({ width: 844, height: 390 })
  await open(`/reviews/${reviewId}`)
  await openPanel(page)
  const box = await panel(page).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(390)
  await expect(panel(page).getByRole('listitem').filter({ hasText: 'Hal' })).toBeAttached()
  await panel(page).hover()
  await page.mouse.wheel(0, 2000)
  const verify = panel(page).getByRole('button', { name: 'Verify' })
  await expect(verify).toBeInViewport({ ratio: 1 })
  await verify.click({ trial: true })
})

test('a long comment of a verdict is shown as Markdown, cut until it is expanded', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  const bo = await joined(server, person, 'Bo', 'reviewer')
  const points = ['**One** wraps, @Ann', 'Two', 'Three', 'Four', 'Five', '<b>Six</b>', 'Seven']
  await decide(bo, reviewId, 'changes_requested', points.map(each => `- ${each}`).join('\n'))
  await open(`/reviews/${reviewId}`)
  await openPanel(page)
  await expect(panel(page).locator('strong', { hasText: 'One' })).toBeVisible()
  await expect(panel(page).getByText('@Ann')).toHaveClass(/text-accent/)
  await expect(panel(page).getByText('<b>Six</b>')).toHaveCount(1)
  const last = panel(page).getByText('Seven')
  await expect(last).not.toBeInViewport()
  await panel(page).getByRole('button', { name: 'Show more' }).click()
  await expect(last).toBeInViewport()
  await expect(panel(page).getByRole('button', { name: 'Show less' })).toBeVisible()

  await open('/notifications')
  await expect(page.getByText('Bo mentioned you')).toBeVisible()
  await expect(page.getByText('One wraps, @Ann', { exact: false })).toBeVisible()
})

test('Undo restores the verdict of another person', async ({ server, person, agent, reviewId, openAs }) => {
  await upload(agent, reviewId, await png())
  const bo = await joined(server, person, 'Bo', 'reviewer')
  await decide(person, reviewId, 'changes_requested', 'The total wraps.')
  const before = await reviewOf(agent, reviewId)
  const his = await openAs(bo, `/reviews/${reviewId}`)
  await his.getByTestId('stage').focus()
  await his.keyboard.press('y')
  await expect(his.getByText('Previously: Changes requested')).toBeVisible()
  await his.getByRole('button', { name: 'Undo' }).click()
  await openPanel(his)
  await expect(panel(his).getByRole('listitem')).toHaveCount(1)
  await expect(panel(his).getByRole('listitem')).toHaveText(/Ann\s*Changes requested.*The total wraps\./)
  const after = await reviewOf(agent, reviewId)
  expect([after.status, after.decidedBy, after.decidedAt, after.decisionComment]).toEqual([
    'changes_requested',
    'Ann',
    before.decidedAt,
    'The total wraps.',
  ])
  await his.keyboard.press('Escape')

  await his.getByTestId('stage').focus()
  await his.keyboard.press('y')
  await expect(his.getByText('Previously: Changes requested')).toBeVisible()
  await decide(person, reviewId, 'open')
  await his.getByRole('button', { name: 'Undo' }).click()
  await expect(his.getByText('A later verdict has replaced yours.')).toBeVisible()
  expect((await reviewOf(agent, reviewId)).decidedBy).toBe('Ann')
})

test('a review that no verdict is missing for any more says so until a person verifies it', async ({
  page,
  server,
  person,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const bo = await joined(server, person, 'Bo', 'reviewer')
  const cy = await joined(server, person, 'Cy', 'reviewer')
  await person.call('PATCH', `/api/projects/${projectId}`, { needsAllReviewers: true })
  await upload(agent, reviewId, await png())
  await person.call('PUT', `/api/reviews/${reviewId}/reviewers`, { userIds: [bo.id, cy.id] })
  await decide(bo, reviewId, 'verified')
  await open(`/reviews/${reviewId}`)
  await openPanel(page)
  const notice = panel(page).getByText('Everyone asked has verified.')
  await expect(page.getByRole('list', { name: 'Reviewers' })).toHaveText(/Cy\s*Asked/)
  await expect(notice).toHaveCount(0)
  await page.getByRole('button', { name: "Don't ask Cy" }).click()
  await expect(notice).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reviewers: Everyone asked has verified.' })).toBeAttached()
  expect((await reviewOf(agent, reviewId)).status).toBe('open')
  await panel(page).getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Verdict: Verified')).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(await reviewOf(agent, reviewId)).toMatchObject({ status: 'verified', decidedBy: 'Ann' })
})

test('a person who is asked for a verdict is told so in the inbox and on the review', async ({
  server,
  person,
  agent,
  reviewId,
  openAs,
}) => {
  await upload(agent, reviewId, await png())
  const bo = await joined(server, person, 'Bo', 'reviewer')
  await person.call('PUT', `/api/reviews/${reviewId}/reviewers`, { userIds: [bo.id] })
  const page = await openAs(bo, '/')
  const row = page.getByRole('link', { name: /Totals wrap/ })
  await expect(row).toContainText('Asked by Ann')
  await row.click()
  const asked = (button: string) =>
    page.getByRole('button', { name: `${button}: you are asked for a verdict`, exact: true })
  await expect(asked('Reviewers')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review details', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(asked('Review details')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await asked('Reviewers').click()
  await panel(page).getByRole('button', { name: 'Request changes' }).click()
  await expect(page.getByRole('button', { name: 'Reviewers', exact: true })).toBeVisible()
  await page.goto(server.url)
  await expect(row).toContainText('Acme web')
  await expect(row).not.toContainText('Asked')
})
