import type { Thread } from '#shared/contract/thread'
import { newReview, upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = () => pngImage(640, 400)

test('the audit log shows who did what, links to existing objects, is filtered and paginated', async ({
  page,
  person,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png())
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
  const gone = await newReview(agent, projectId, 'Gone soon')
  await person.call('DELETE', `/api/reviews/${gone}`)
  await open('/settings/activity')
  await expect(page.getByText('Ann created the agent token ci-agent')).toBeVisible()
  await expect(page.getByText('Ann verified Totals wrap on narrow screens')).toBeVisible()
  await expect(page.getByText('ci-agent added evidence to Totals wrap on narrow screens')).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'deleted the review' }).getByRole('link'),
  ).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'deleted the review' })).toContainText(gone)
  await page.getByLabel('Filter').selectOption('artifact')
  await expect(page).toHaveURL(/kind=artifact/)
  await expect(page.getByText('Ann verified')).toHaveCount(0)
  await expect(page.getByText('ci-agent added evidence')).toBeVisible()
  await page.getByLabel('Filter').selectOption('share_link.revoked')
  await expect(page.getByText('No activity of this type yet')).toBeVisible()
  await page.getByLabel('Filter').selectOption('')
  for (let many = 0; many < 101; many++)
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status: many % 2 ? 'verified' : 'open' })
  await open('/settings/activity')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('Ann created the workspace')).toBeVisible()
  await page.getByRole('link', { name: 'Totals wrap on narrow screens' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}`))
  expect(done.artifactId).toBeTruthy()
})

test('an upload is one row that names the evidence, with its steps, and a comment leads to itself', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png(), { title: 'Cart' })
  const gone = await upload(agent, reviewId, await png(), { title: 'Wrong file' })
  const { body } = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Too wide.',
  })
  await person.call('DELETE', `/api/artifacts/${gone.artifactId}`)
  await open('/settings/activity')
  const row = (name: RegExp) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expect(row(/added evidence/)).toHaveCount(2)
  await expect(row(/uploaded a file|started an upload/)).toHaveCount(0)
  await expect(page.getByText('Wrong file')).toHaveCount(0)
  const evidence = page.getByRole('link', { name: 'Cart · r1', exact: true })
  await expect(evidence).toHaveAttribute('href', `/reviews/${reviewId}#${artifactId}`)
  const steps = row(/Cart · r1/).locator('details')
  await steps.getByText('2 steps').click()
  await expect(steps.getByRole('listitem')).toHaveText([/^Upload started/, /^File received/])
  await page.getByRole('link', { name: 'Comment 1 · Cart' }).click()
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}.*#${body.threadId}`))
})

test('a new comment is one row of the activity, and its reply another', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const { body } = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Too wide.',
  })
  await open('/settings/activity')
  const rows = page.getByRole('listitem').filter({ hasText: /comment/ })
  await expect(rows).toHaveText([/ci-agent commented on Totals wrap/])
  await agent('POST', `/v1/threads/${body.threadId}/replies`, { body: 'Narrower now.' })
  await open('/settings/activity')
  await expect(rows).toHaveText([/ci-agent replied to a comment on Totals wrap/, /ci-agent commented on/])
  await page.getByLabel('Filter').selectOption('comment.created')
  await expect(rows).toHaveText([/ci-agent added a comment to/, /ci-agent added a comment to/])
})
