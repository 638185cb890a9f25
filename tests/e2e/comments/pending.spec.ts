import type { Page } from '@playwright/test'
import { upload } from '../../support/reviews/uploads'
import { composer, pendingItem, spotField } from '../../support/browser/comment-forms'
import { commentItem, press } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { drag, stagePoints } from '../../support/browser/stage'
import { sendInCard, verdictCard, verdictComment } from '../../support/browser/verdict-card'
import { annotate, bodiesOf, onWhole } from '../../support/reviews/comments'

const pins = (page: Page) => page.getByRole('button', { name: /^Pending comment: / })
const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit review' })
const count = (page: Page, text: string) => page.getByText(text, { exact: true })

test('pending comments can be edited and discarded, and are sent together with a verdict', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 500))
  await annotate(agent, artifactId, 'Is this right?', { geometry: { x: 0.8, y: 0.2 } })
  await open(`/reviews/${reviewId}`)
  const asked = commentItem(page, 'Is this right?')

  await test.step('a comment is added by keyboard, and Undo turns it into a draft again', async () => {
    const at = await stagePoints(page)
    await drag(page, await at(0.2, 0.2), await at(0.4, 0.4))
    await expect(spotField(page)).toBeFocused()
    await page.keyboard.type('Too narow.')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(pendingItem(page, 'Too narow.')).toBeVisible()
    await expect(count(page, '1 pending comment')).toBeVisible()
    await expect(pins(page)).toHaveAccessibleName(/^Pending comment: Rectangle/)
    const evidence = page.getByRole('navigation', { name: 'Evidence' }).getByRole('button')
    await expect(evidence.filter({ hasText: 'Has your pending comments' })).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect(spotField(page)).toBeFocused()
    await expect(spotField(page)).toHaveValue('Too narow.')
    await expect(pins(page)).toHaveCount(0)
    await page.keyboard.press('Control+Shift+Enter')
    await expect(pendingItem(page, 'Too narow.')).toBeVisible()
  })

  await test.step('the pin of a pending comment selects the comment and starts no new one', async () => {
    await pins(page).click()
    const opened = pendingItem(page, 'Too narow.').getByRole('button', { name: /^Pending/ })
    await expect(opened).toHaveAttribute('aria-current', 'true')
    await pins(page).press('Enter')
    await expect(spotField(page)).toHaveCount(0)
  })

  await test.step('a pending comment can be edited, and a reply can also be pending', async () => {
    await pendingItem(page, 'Too narow.').getByRole('button', { name: 'Edit pending comment' }).click()
    await page.getByLabel('Edit comment').fill('Too narrow.')
    await page.keyboard.press('Control+Enter')
    await expect(pendingItem(page, 'Too narrow.')).toBeVisible()
    await press(asked, 'Reply')
    await page.getByRole('textbox', { name: 'Reply' }).fill('It is not.')
    await asked.getByRole('button', { name: 'Add to review' }).click()
    await expect(asked.getByText('It is not.')).toBeVisible()
    await expect(count(page, '2 pending comments')).toBeVisible()
    expect(await bodiesOf(agent, reviewId)).toEqual(['Is this right?'])
  })

  await test.step('pending comments remain after a reload, and Undo restores a discarded one', async () => {
    await page.reload()
    await expect(asked.getByText('It is not.')).toBeVisible()
    await pendingItem(page, 'Too narrow.').getByRole('button', { name: 'Discard pending comment' }).click()
    await expect(pins(page)).toHaveCount(0)
    // Undo is pressed by keyboard, after which the focus returns from the toast to the page.
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(pendingItem(page, 'Too narrow.')).toBeVisible()
    await expect(page.locator('main :focus, aside :focus')).toHaveCount(1)
    await expect(pins(page)).toHaveCount(1)
  })

  await test.step('pending comments are sent with a verdict and its comment', async () => {
    await submitButton(page).click()
    await expect(verdictCard(page).getByText('2 pending comments go with it')).toBeVisible()
    await verdictCard(page).getByRole('radio', { name: 'Request changes' }).check()
    await verdictComment(page).fill('Two things.')
    await sendInCard(page, 'Request changes')
    await expect(page.getByText('2 comments sent')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next review (Q)' })).toBeVisible()
    await expect(pins(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Comment 2: Rectangle' })).toBeVisible()
    await expect(submitButton(page)).toHaveCount(0)
    expect(await bodiesOf(agent, reviewId)).toEqual(['Is this right?', 'It is not.', 'Too narrow.'])
    const { body } = await agent<{ review: object }>('GET', `/v1/reviews/${reviewId}`)
    expect(body.review).toMatchObject({ status: 'changes_requested', decisionComment: 'Two things.' })
  })

  await test.step('an open page is updated when another browser sends the pending comments', async () => {
    await composer(page).fill('From the train.')
    await page.getByRole('button', { name: 'Add to review' }).click()
    await expect(pendingItem(page, 'From the train.')).toBeVisible()
    const pending = `/api/reviews/${reviewId}/pending-comments`
    const { body } = await person.call<{ pendingComments: { id: string }[] }>('GET', pending)
    const pendingCommentIds = body.pendingComments.map(each => each.id)
    await person.call('POST', `/api/reviews/${reviewId}/submit`, { pendingCommentIds })
    await expect(commentItem(page, 'From the train.')).toBeVisible()
    await expect(submitButton(page)).toHaveCount(0)
  })
})

test('the unsent comment on the whole review is restored after a reload, with or without a verdict', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 500))
  const { threadId } = await annotate(agent, artifactId, 'Is this right?', onWhole)
  await open(`/reviews/${reviewId}`)
  const add = async (text: string) => {
    await composer(page).fill(text)
    await page.getByRole('button', { name: 'Add to review' }).click()
    await expect(pendingItem(page, text)).toBeVisible()
  }
  const summary = verdictCard(page).getByLabel('Comment on the whole review')
  const alone = verdictCard(page).getByRole('radio', { name: 'Comment' })

  await test.step('the confirmation of a verdict focuses Cancel; the card focuses its field', async () => {
    await page.keyboard.press('y')
    const verify = page.getByRole('dialog', { name: 'Verify with 1 open comment?' })
    await expect(verify.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(verify).toHaveCount(0)
    await add('Too narrow.')
    await submitButton(page).click()
    await expect(summary).toBeFocused()
  })

  await test.step('a verdict comment is kept when the verdict changes, or card or page closes', async () => {
    await summary.fill('Nearly there.')
    await verdictCard(page).getByRole('radio', { name: 'Verify' }).check()
    await expect(verdictComment(page)).toHaveValue('Nearly there.')
    await alone.check()
    await page.keyboard.press('Escape')
    await expect(verdictCard(page)).toHaveCount(0)
    await submitButton(page).click()
    await expect(summary).toHaveValue('Nearly there.')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Back to the inbox' }).click()
    await expect(page.getByText('1 comment not submitted').filter({ visible: true })).toBeVisible()
    await page.getByRole('link', { name: /Totals wrap/ }).click()
    await submitButton(page).click()
    await expect(summary).toHaveValue('Nearly there.')
  })

  await test.step('Ctrl+Enter submits the review even if the focus is outside the text field', async () => {
    await alone.focus()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('2 comments sent')).toBeVisible()
    await expect(commentItem(page, 'Too narrow.')).toBeVisible()
    await expect(commentItem(page, 'Nearly there.')).toBeVisible()
    expect(await bodiesOf(agent, reviewId)).toEqual(['Is this right?', 'Too narrow.', 'Nearly there.'])
    await add('Too wide.')
    await submitButton(page).click()
    await expect(summary).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(verdictCard(page)).toHaveCount(0)
  })

  await test.step('giving a verdict by key submits the pending comments too', async () => {
    await page.keyboard.press('n')
    await expect(verdictCard(page).getByRole('radio', { name: 'Request changes' })).toBeChecked()
    await verdictComment(page).press('Control+Enter')
    await expect(page.getByText('1 comment sent')).toBeVisible()
    await expect(page.getByText('Your verdict: Changes requested')).toBeVisible()
    expect(await bodiesOf(agent, reviewId)).toContain('Too wide.')
  })

  await test.step('a submission lists a comment that could not be sent and keeps it as pending', async () => {
    await add('Blurred.')
    const asked = commentItem(page, 'Is this right?')
    await press(asked, 'Reply')
    await page.getByRole('textbox', { name: 'Reply' }).fill('It is not.')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(count(page, '2 pending comments')).toBeVisible()
    await person.call('DELETE', `/api/threads/${threadId}`)
    await expect(pendingItem(page, 'It is not.')).toContainText('Reply to a deleted comment')
    await submitButton(page).click()
    await sendInCard(page, 'Comment')
    const unsent = verdictCard(page).getByRole('alert')
    await expect(unsent).toContainText('One comment could not be sent and is still pending')
    await expect(unsent).toContainText('The comment that it replies to was deleted.')
    await expect(unsent).toContainText('It is not.')
    await page.keyboard.press('Escape')
    await expect(count(page, '1 pending comment')).toBeVisible()
    expect(await bodiesOf(agent, reviewId)).toEqual(['Too narrow.', 'Nearly there.', 'Too wide.', 'Blurred.'])
  })
})
