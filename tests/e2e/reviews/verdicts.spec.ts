import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { findings } from '../../support/browser/axe'
import { joined, revise, threadsOf, upload, type Call } from '../../support/server/client'
import { commentItem, press } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { newShareLink } from '../../support/reviews/share'

const png = (width = 1280, height = 800) => pngImage(width, height)

const statusOf = async (agent: Call, reviewId: string) =>
  (await agent<{ review: { status: string } }>('GET', `/v1/reviews/${reviewId}`)).body.review.status

test('the verdict is a menu on a phone, and shows who set it and when on a wide screen', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const menu = page.getByRole('button', { name: /^Verdict: / })
  await menu.press('Enter')
  const choice = (name: string) => page.getByRole('menuitemradio', { name })
  await expect(choice('In review')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(choice('Verified')).toBeFocused()
  expect(await statusOf(agent, reviewId)).toBe('open')
  await page.keyboard.press('Enter')
  await expect(menu).toHaveText('Verified')
  await expect(menu).toBeFocused()
  expect(await statusOf(agent, reviewId)).toBe('verified')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(
    page.getByRole('group', { name: 'Verdict' }).getByRole('button', { name: 'Verified' }),
  ).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Reviewers' }).click()
  await expect(page.getByRole('list', { name: 'Reviewers' })).toHaveText(/Ann\s*Verified\s*just now/)
  await page.context().setOffline(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await menu.click()
  await choice('In review').click()
  await expect(page.getByText('The verdict was not saved')).toBeVisible()
  await expect(menu).toHaveText('Verified')
})

test('a key opens the next review, and so does a button of the toast after a verdict', async ({
  page,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(1000, 500))
  const other = (
    await agent<{ review: { id: string } }>('POST', '/v1/reviews', { title: 'The other one', projectId })
  ).body.review.id
  await upload(agent, other, await png(1000, 500))
  await open(`/reviews/${reviewId}`)
  await page.keyboard.press('q')
  await expect(page.getByRole('heading', { name: 'The other one' })).toBeVisible()
  await page.keyboard.press('y')
  await page.getByRole('button', { name: 'Next review' }).click()
  await expect(page.getByRole('heading', { name: 'Totals wrap' })).toBeVisible()
  await page.keyboard.press('q')
  await expect(page.getByText("You're all caught up")).toBeVisible()
})

test('verifying a review with open comments asks once, and names them afterwards', async ({
  page,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  for (const body of ['Too wide.', 'Cut off.'])
    await agent('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x: 0.4, y: 0.4 }, body })
  await open(`/reviews/${reviewId}`)
  const question = page.getByRole('dialog', { name: 'Verify with 2 open comments?' })
  await page.getByTestId('stage').focus()
  await page.keyboard.press('y')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  expect(await statusOf(agent, reviewId)).toBe('open')
  await page.keyboard.press('y')
  await question.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Verdict: Verified with 2 open', { exact: true })).toBeVisible()
  await expect.poll(() => statusOf(agent, reviewId)).toBe('verified')
  await expect(
    page.getByRole('group', { name: 'Verdict' }).getByRole('button', { name: 'Verified with 2 open' }),
  ).toHaveAttribute('aria-pressed', 'true')
  await open(`/projects/${projectId}`)
  await expect(page.getByRole('link', { name: /Totals wrap/ })).toContainText('Verified with 2 open')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('button', { name: /^Verdict: / })).toHaveText('Verified with 2 open')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
})

test('resolving, reopening and setting the verdict can be undone', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const thread = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.4, y: 0.4 },
    body: 'Look here.',
  })
  await agent('POST', `/v1/threads/${thread.body.threadId}/address`)
  const threadStatus = async () => (await threadsOf(agent, reviewId))[0]?.status
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Addressed 1' }).click()
  await press(commentItem(page, 'Look here.'), 'Resolve')
  await expect(page.getByText('Comment 1 resolved', { exact: true })).toBeVisible()
  await expect.poll(threadStatus).toBe('resolved')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(threadStatus).toBe('addressed')
  await expect(page.getByRole('button', { name: 'Addressed 1' })).toBeVisible()

  await page.getByTestId('stage').focus()
  await page.keyboard.press('y')
  await expect(page.getByText('Verdict: Verified', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add a comment' }).click()
  await expect(page.getByRole('textbox', { name: 'Comment with your verdict' })).toBeFocused()
  // What the key sends is the verdict that was given.
  const send = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(send('Verify')).toHaveAttribute('aria-keyshortcuts', /Enter/)
  await expect(send('Request changes')).not.toHaveAttribute('aria-keyshortcuts')
  await page.keyboard.press('Escape')
  await page.getByTestId('stage').focus()
  await page.keyboard.press('n')
  await expect(page.getByText('Previously: Verified')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect.poll(() => statusOf(agent, reviewId)).toBe('verified')
})

test('a person is asked for a verdict, and gives it with a comment that agents read', async ({
  page,
  server,
  person,
  agent,
  projectId,
  reviewId,
  open,
  openAs,
}) => {
  const bo = await joined(server, person, 'Bo', 'reviewer')
  await person.call('PATCH', `/api/projects/${projectId}`, { needsAllReviewers: true })
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Reviewers' }).click()
  const picker = page.getByRole('combobox', { name: 'Ask for a verdict' })
  await picker.press('ArrowDown')
  const options = page.getByRole('listbox', { name: 'Ask for a verdict' }).getByRole('option')
  await expect(options).toHaveText(['Ann', 'Bo'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const reviewers = page.getByRole('list', { name: 'Reviewers' })
  // An arrow key asks nobody.
  await expect(reviewers).toHaveText(/^B\s*Bo\s*Asked$/)
  await expect(picker).toBeFocused()
  await expect(page.getByText('Bo is asked for a verdict')).toBeAttached()
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByText('Your verdict: Verified')).toBeVisible()
  expect(await statusOf(agent, reviewId)).toBe('open')

  const his = await openAs(bo, `/reviews/${reviewId}`)
  await his.getByRole('button', { name: 'Reviewers' }).click()
  await expect(his.getByRole('combobox', { name: 'Ask for a verdict' })).toHaveCount(0)
  await his.getByRole('textbox', { name: 'Comment with your verdict' }).fill('The tax wraps too.')
  await his.getByRole('button', { name: 'Request changes' }).click()
  await expect(his.getByText('Verdict: Changes requested')).toBeVisible()
  // The card closes, so that keys are shortcuts again.
  await expect(his.getByRole('textbox', { name: 'Comment with your verdict' })).toHaveCount(0)
  await expect(his.getByRole('button', { name: 'Reviewers' })).toBeFocused()
  await his.getByRole('button', { name: 'Reviewers' }).click()
  await expect(his.getByRole('textbox', { name: 'Comment with your verdict' })).toHaveValue('')
  const { body } = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
  expect(body.review).toMatchObject({ status: 'changes_requested', decisionComment: 'The tax wraps too.' })
  await page.getByRole('button', { name: 'Reviewers' }).click()
  await expect(reviewers).toContainText('The tax wraps too.')

  await page.getByRole('button', { name: "Don't ask Bo" }).press('Enter')
  await expect(page.getByRole('button', { name: "Don't ask Bo" })).toHaveCount(0)
  await expect(picker).toBeFocused()
  await expect(page.getByText('Bo is not asked any more')).toBeAttached()
})

test('a verdict is outdated once evidence follows, seen or not, until it is given again', async ({
  page,
  person,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const link = await newShareLink(person.call, reviewId, {})
  const hint = 'Evidence was added after this verdict.'
  const verdicts = page.getByRole('group', { name: 'Verdict' })
  const menu = page.getByRole('button', { name: /^Verdict: / })
  for (const { status, label, short } of [
    { status: 'verified', label: 'Verified', short: 'Verified' },
    { status: 'changes_requested', label: 'Changes requested', short: 'Changes' },
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status })
    await open(`/reviews/${reviewId}`)
    const pressed = verdicts.getByRole('button', { pressed: true })
    await expect(pressed).toHaveText(label)
    const { revisionId } = await revise(agent, artifactId, await png())
    // Without a reload.
    await expect(pressed).toHaveText(`${label}, outdated`)
    await expect(verdicts).toHaveAttribute('title', new RegExp(`^${hint}\nSet by `))
    const seen = page.waitForResponse(
      response =>
        response.url().endsWith('/seen') && response.request().postData()?.includes(revisionId) === true,
    )
    await page.keyboard.press(']')
    await seen
    await expect(pressed).toHaveText(`${label}, outdated`)
    await page.getByRole('button', { name: 'Reviewers' }).click()
    await expect(page.getByRole('list', { name: 'Reviewers' })).toContainText(`${label}, outdated`)
    await page.keyboard.press('Escape')
    expect(await findings(page)).toEqual([])
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await open(`/projects/${projectId}`)
      const row = page.getByRole('link', { name: /Totals wrap/ })
      await expect(row.getByTitle(hint)).toHaveText(`${label}, outdated`)
      await expect(row.getByTitle(hint)).toBeInViewport({ ratio: 1 })
      expect(await findings(page)).toEqual([])
      await open(`/r/${link.token}`)
      await expect(page.getByTitle(hint)).toHaveText(`${label}, outdated`)
      await open(`/reviews/${reviewId}`)
      await expect(width < 640 ? menu : pressed).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    }
    await expect(menu).toHaveText(`${short}, outdated`)
    await page.getByRole('button', { name: 'Review details' }).click()
    await expect(page.getByText(hint)).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await findings(page)).toEqual([])
    await menu.click()
    await page.getByRole('menuitemradio', { name: label }).click()
    await expect(menu).toHaveText(short)
    await expect(page.getByText(`Previously: ${label}, outdated`)).toBeVisible()
    await revise(agent, artifactId, await png())
    await expect(menu).toHaveText(`${short}, outdated`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await pressed.click()
    await expect(pressed).toHaveText(label)
  }
})
