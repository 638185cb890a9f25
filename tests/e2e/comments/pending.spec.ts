import type { Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { findings } from '../../support/browser/axe'
import { threadsOf, upload, type Call } from '../../support/server/client'
import { commentItem, press } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { drag, stagePoints } from '../../support/browser/stage'
import { themes } from '../../support/browser/themes'

const png = () => pngImage(1000, 500)

const pendingItem = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Pending' }).getByRole('listitem').filter({ hasText: text })
const pins = (page: Page) => page.getByRole('button', { name: /^Pending comment: / })
const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit review' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Submit review' })
const bodiesOf = async (agent: Call, reviewId: string) =>
  (await threadsOf(agent, reviewId)).flatMap(each => each.comments.map(({ body }) => body))

const annotate = async (agent: Call, artifactId: string, body: string) =>
  (
    await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.8, y: 0.2 },
      body,
    })
  ).body

/** Marks an area of the image, and adds a comment on it to the review by the keyboard. */
async function addOnArea(page: Page, text: string) {
  const at = await stagePoints(page)
  await drag(page, await at(0.2, 0.2), await at(0.4, 0.4))
  await expect(page.getByLabel('Comment on this spot')).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Control+Shift+Enter')
  await expect(pendingItem(page, text)).toBeVisible()
}

test('comments wait for the review, in every browser of their author, and are sent together', async ({
  page,
  person,
  agent,
  reviewId,
  open,
  openAs,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await annotate(agent, artifactId, 'Is this right?')
  await open(`/reviews/${reviewId}`)
  await addOnArea(page, 'Too narrow.')
  await expect(page.getByText('1 pending comment', { exact: true })).toBeVisible()
  await expect(pins(page)).toHaveAccessibleName(/^Pending comment: Rectangle/)
  const evidence = page.getByRole('navigation', { name: 'Evidence' }).getByRole('button')
  await expect(evidence.filter({ hasText: 'Has your pending comments' })).toHaveCount(1)

  const asked = commentItem(page, 'Is this right?')
  await press(asked, 'Reply')
  await page.getByRole('textbox', { name: 'Reply' }).fill('It is not.')
  await asked.getByRole('button', { name: 'Add to review' }).click()
  await expect(asked.getByText('It is not.')).toBeVisible()
  await expect(page.getByText('2 pending comments', { exact: true })).toBeVisible()
  expect(await bodiesOf(agent, reviewId)).toEqual(['Is this right?'])

  const other = await openAs(person, `/reviews/${reviewId}`)
  await expect(pendingItem(other, 'Too narrow.')).toBeVisible()
  await expect(commentItem(other, 'It is not.').first()).toBeVisible()
  await submitButton(other).click()
  await dialog(other).getByLabel('Request changes').check()
  await dialog(other).getByLabel('Comment with your verdict').fill('Two things.')
  await dialog(other).getByRole('button', { name: 'Submit review' }).click()
  await expect(other.getByText('2 comments sent')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Next review (Q)' })).toBeVisible()

  // The page that was open learns of it, like any other.
  await expect(pins(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Comment 2: Rectangle' })).toBeVisible()
  await expect(submitButton(page)).toHaveCount(0)
  expect(await bodiesOf(agent, reviewId)).toEqual(['Is this right?', 'It is not.', 'Too narrow.'])
  const { body } = await agent<{ review: object }>('GET', `/v1/reviews/${reviewId}`)
  expect(body.review).toMatchObject({ status: 'changes_requested', decisionComment: 'Two things.' })
})

test('comments are submitted without a verdict, with one on the whole review', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Comment on this image').fill('Too narrow.')
  await page.getByRole('button', { name: 'Add to review' }).click()
  await submitButton(page).click()
  await dialog(page).getByLabel('Comment on the whole review').fill('Nearly there.')
  await dialog(page).getByLabel('Verify').check()
  await expect(dialog(page).getByLabel('Comment with your verdict')).toHaveValue('Nearly there.')
  await dialog(page).getByLabel('Comments only').check()
  await dialog(page).getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('2 comments sent')).toBeVisible()
  await expect(commentItem(page, 'Too narrow.')).toBeVisible()
  await expect(commentItem(page, 'Nearly there.')).toBeVisible()
  expect(await bodiesOf(agent, reviewId)).toEqual(['Too narrow.', 'Nearly there.'])
})

test('the comment on a submission stays until it is sent, which Ctrl+Enter does', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Comment on this image').fill('Too narrow.')
  await page.getByRole('button', { name: 'Add to review' }).click()
  await submitButton(page).click()
  const summary = dialog(page).getByLabel('Comment on the whole review')
  await summary.fill('Nearly there.')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await submitButton(page).click()
  await expect(summary).toHaveValue('Nearly there.')
  await open('/')
  await expect(page.getByText('1 comment not submitted')).toBeVisible()
  await open(`/reviews/${reviewId}`)
  await submitButton(page).click()
  await expect(summary).toHaveValue('Nearly there.')
  await summary.press('Control+Enter')
  await expect(page.getByText('2 comments sent')).toBeVisible()
  expect(await bodiesOf(agent, reviewId)).toEqual(['Too narrow.', 'Nearly there.'])

  await page.getByLabel('Comment on this image').fill('Too wide.')
  await page.getByRole('button', { name: 'Add to review' }).click()
  await submitButton(page).click()
  await expect(summary).toHaveValue('')

  // A verdict does not leave them behind.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(dialog(page).getByLabel('Request changes')).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('1 comment sent')).toBeVisible()
  await expect(page.getByText('Your verdict: Changes requested')).toBeVisible()
  expect(await bodiesOf(agent, reviewId)).toContain('Too wide.')
})

test('a pending comment is edited, discarded and taken back', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await addOnArea(page, 'Too narow.')
  await page.keyboard.press('Control+z')
  await expect(page.getByLabel('Comment on this spot')).toBeFocused()
  await expect(page.getByLabel('Comment on this spot')).toHaveValue('Too narow.')
  await expect(pins(page)).toHaveCount(0)
  await page.keyboard.press('Control+Shift+Enter')
  await pendingItem(page, 'Too narow.').getByRole('button', { name: 'Edit pending comment' }).click()
  await page.getByLabel('Edit comment').fill('Too narrow.')
  await page.keyboard.press('Control+Enter')
  await expect(pendingItem(page, 'Too narrow.')).toBeVisible()
  await page.reload()
  await pendingItem(page, 'Too narrow.').getByRole('button', { name: 'Discard pending comment' }).click()
  await expect(pins(page)).toHaveCount(0)
  // By keyboard, the focus returns from the toast.
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(pendingItem(page, 'Too narrow.')).toBeVisible()
  await expect(page.locator('main :focus, aside :focus')).toHaveCount(1)
  await expect(pins(page)).toHaveCount(1)
  await page.reload()
  await expect(pendingItem(page, 'Too narrow.')).toBeVisible()
})

test('the pin of a pending comment selects it and starts no other', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await addOnArea(page, 'Too narrow.')
  await pins(page).click()
  const opened = pendingItem(page, 'Too narrow.').getByRole('button', { name: /^Pending/ })
  await expect(opened).toHaveAttribute('aria-current', 'true')
  await pins(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Comment on this spot')).toHaveCount(0)
})

test('a submission says what could not be sent, and keeps it', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const { threadId } = await annotate(agent, artifactId, 'Is this right?')
  await open(`/reviews/${reviewId}`)
  await addOnArea(page, 'Too narrow.')
  const asked = commentItem(page, 'Is this right?')
  await press(asked, 'Reply')
  await page.getByRole('textbox', { name: 'Reply' }).fill('It is not.')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByText('2 pending comments', { exact: true })).toBeVisible()
  await person.call('DELETE', `/api/threads/${threadId}`)
  await expect(pendingItem(page, 'It is not.')).toContainText('Reply to a deleted comment')
  await submitButton(page).click()
  await dialog(page).getByRole('button', { name: 'Submit review' }).click()
  const kept = page.getByRole('dialog', { name: '1 comment could not be sent' })
  await expect(kept).toContainText('The comment that it replies to was deleted.')
  await expect(kept).toContainText('It is not.')
  await kept.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('1 pending comment', { exact: true })).toBeVisible()
  expect(await bodiesOf(agent, reviewId)).toEqual(['Too narrow.'])
})

test('a comment that is added while the server cannot be reached is added later, once', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.context().setOffline(true)
  await page.getByLabel('Comment on this image').fill('Too narrow.')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Your text is saved' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(pendingItem(page, 'Too narrow.')).toBeVisible()
  const { body } = await person.call<{ pendingComments: object[] }>(
    'GET',
    `/api/reviews/${reviewId}/pending-comments`,
  )
  expect(body.pendingComments).toHaveLength(1)
})

for (const colorScheme of themes)
  test(`axe finds nothing on pending comments and their dialog: ${colorScheme}`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    await addOnArea(page, 'Too narrow.')
    expect(await findings(page)).toEqual([])
    await submitButton(page).click()
    await dialog(page).getByLabel('Verify with 1 open comment').check()
    expect(await findings(page)).toEqual([])
  })

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a comment is added to the review and submitted', async ({ page, agent, reviewId, open }) => {
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    const { x, y } = await (await stagePoints(page))(0.5, 0.5)
    await page.touchscreen.tap(x, y)
    await page.getByLabel('Comment on this spot').fill('Too narrow.')
    await page.getByRole('button', { name: 'Add to review' }).tap()
    await expect(pins(page)).toBeVisible()
    for (const height of [844, 480]) {
      await page.setViewportSize({ width: 390, height })
      await expect(pendingItem(page, 'Too narrow.')).toBeInViewport({ ratio: 1 })
      await expect(submitButton(page)).toBeInViewport({ ratio: 1 })
      await expect(page.getByLabel('Comment on this image')).toBeInViewport({ ratio: 1 })
    }
    await submitButton(page).tap()
    await dialog(page).getByLabel('Verify with 1 open comment').check()
    await expect(page.locator('[id=""]')).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'Submit review' }).tap()
    const verdict = page.getByRole('button', { name: /^Verdict: / })
    await expect(verdict).toHaveText('Verified with 1 open')
    expect(await bodiesOf(agent, reviewId)).toEqual(['Too narrow.'])
    await page.getByRole('button', { name: 'Undo verdict' }).tap()
    await expect(verdict).toHaveText('In review')
  })
})

test('dialogs begin on what they ask for, and Ctrl+Enter anywhere submits a review', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400))
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, { kind: 'artifact', body: 'Why?' })
  await open(`/reviews/${reviewId}`)
  await page.keyboard.press('y')
  const verify = page.getByRole('dialog', { name: 'Verify with 1 open comment?' })
  await expect(verify.getByRole('button', { name: 'Verify', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByLabel('Comment on this image').fill('Later')
  await page.keyboard.press('Control+Shift+Enter')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByRole('radio', { name: 'Comments only' })).toBeFocused()
  // Not in the field only.
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('1 comment sent')).toBeVisible()
})
