import { readFileSync } from 'node:fs'
import { upload } from '../../support/reviews/uploads'
import { pressImage, spotField } from '../../support/browser/comment-forms'
import { commentItem, press } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { within } from '../../support/browser/checks/layout'
import { pngImage, sample } from '../../support/media/samples'
import { annotate, onWhole } from '../../support/reviews/comments'

test('the form of a comment on a spot gets the focus, fits the stage, and is restored by Undo', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1400, 1200))
  await annotate(agent, artifactId, 'Why?', onWhole)
  await open(`/reviews/${reviewId}`)
  const undo = page.getByRole('button', { name: 'Undo' })

  await test.step('a second press on the same spot keeps the focus in the comment form', async () => {
    await pressImage(page, 0.5, 0.5)
    await pressImage(page, 0.3, 0.3)
    await pressImage(page, 0.3, 0.3)
    await page.keyboard.type('nay')
    await expect(spotField(page)).toHaveValue('nay')
  })

  await test.step('a press next to the image discards no text', async () => {
    await pressImage(page, 0.1, 1.04)
    await expect(spotField(page)).toHaveValue('nay')
    await spotField(page).fill('')
    await pressImage(page, 0.1, 1.04)
    await expect(spotField(page)).toHaveCount(0)
    await pressImage(page, 0.3, 0.3)
    await page.keyboard.type('nay')
  })

  await test.step('Escape discards a comment and focuses the stage; Undo restores the comment', async () => {
    await page.keyboard.press('Escape')
    await expect(spotField(page)).toHaveCount(0)
    await expect(page.getByTestId('stage')).toBeFocused()
    await undo.click()
    await expect(spotField(page)).toHaveValue('nay')
  })

  await test.step('Escape on the stage discards the comment with its text', async () => {
    await page.getByTestId('stage').focus()
    await page.keyboard.press('Escape')
    await expect(spotField(page)).toHaveCount(0)
    await expect(page.getByText('Draft discarded')).toBeVisible()
    await undo.click()
    await expect(spotField(page)).toHaveValue('nay')
  })

  await test.step('Undo restores a discarded comment with the shape that was added to it', async () => {
    await pressImage(page, 0.1, 0.8)
    await expect(page.getByRole('button', { name: 'Remove shape 2: Point' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(spotField(page)).toHaveCount(0)
    await undo.click()
    await expect(spotField(page)).toHaveValue('nay')
    await expect(page.getByRole('button', { name: 'Remove shape 2: Point' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(spotField(page)).toHaveCount(0)
  })

  await test.step('Ctrl+Z restores a discarded reply', async () => {
    await press(commentItem(page, 'Why?'), 'Reply')
    await page.keyboard.type('Because')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Reply discarded')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('Because')
  })

  await test.step('a comment form in a corner stays inside the stage, even with long text', async () => {
    await pressImage(page, 0.98, 0.98)
    await expect(spotField(page)).toHaveValue('')
    await spotField(page).fill(Array.from({ length: 12 }, (_, line) => `Line ${line}`).join('\n'))
    const main = page.getByRole('main')
    await expect.poll(() => within(main.getByRole('button', { name: 'Send' }), main)).toBe(true)
    expect(await main.evaluate(each => each.scrollTop)).toBe(0)
  })

  await test.step('after a comment is sent, the focus is on its mark', async () => {
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: /^Comment 2/ })).toBeFocused()
  })
})

test.describe('the comment field of a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('on a phone, a lowered conversation stays lowered while a comment on a video is sent', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, readFileSync(sample('plain.mp4')), { kind: 'video', mime: 'video/mp4' })
    await open(`/reviews/${reviewId}`)
    const talk = page.getByRole('complementary', { name: 'Conversation' })
    const top = async () => (await talk.boundingBox())?.y ?? 0
    await page.getByRole('button', { name: 'Expand conversation' }).press('ArrowDown')
    await expect.poll(top).toBeGreaterThan(740)
    const lowered = await top()
    const field = talk.getByRole('textbox')
    await field.tap()
    await page.keyboard.type('Too fast.')
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
    await expect(field).toHaveValue('')
    await field.blur()
    await expect(talk.locator('[data-thread]')).toHaveCount(1)
    await expect.poll(top).toBe(lowered)
  })

  test('on a phone, a long placeholder does not make the form of a comment higher', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await pngImage(1000, 600))
    await open(`/reviews/${reviewId}`)
    await pressImage(page, 0.5, 0.5, 'tap')
    const height = () => spotField(page).evaluate(each => each.getBoundingClientRect().height)
    const before = await height()
    await spotField(page).evaluate(each =>
      each.setAttribute('placeholder', 'Comment on this spot. '.repeat(3)),
    )
    expect(await height()).toBe(before)
  })
})
