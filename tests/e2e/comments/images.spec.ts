import type { Locator, Page } from '@playwright/test'
import { threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { composer, pressImage, spotField } from '../../support/browser/comment-forms'
import { choose, commentItem } from '../../support/browser/comments'
import { sendInCard } from '../../support/browser/verdict-card'
import { expect, test } from '../../support/browser/e2e'
import { dropFile, pasteFile } from '../../support/browser/file-drop'
import { pngImage } from '../../support/media/samples'
import { annotate } from '../../support/reviews/comments'
import { newShareLink } from '../../support/reviews/share'

const file = async (name: string) => ({ name, mimeType: 'image/png', buffer: await pngImage(600, 400) })

const attached = (page: Page) => page.getByRole('list', { name: 'Attached images' })
const thumbnail = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name: `Open image ${name}` })
const isShown = (image: Locator) =>
  expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0))
    .toBe(true)

test('images that are pasted, dropped or chosen are sent with a comment and open in a viewer', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(1000, 600))
  // Waits for the event before the key is pressed. Otherwise the key could be handled before the browser
  // passes file choosers to the test.
  const chosen = page.waitForEvent('filechooser')
  await open(`/reviews/${reviewId}`)
  const send = page.getByRole('button', { name: 'Send' })
  const comment = commentItem(page, 'The header should look like this')
  const alert = page.locator('form:has([data-composer])').getByRole('alert')

  await test.step('an image dropped on a comment form is attached, but not sent without text', async () => {
    await dropFile(composer(page), await file('dropped.png'))
    await expect(attached(page).getByRole('img', { name: 'dropped.png' })).toBeVisible()
    await expect(page.getByText('Drop to add evidence')).toHaveCount(0)
    await expect(page.getByText('Write a comment to send with it.')).toBeVisible()
    await expect(send).toBeDisabled()
  })

  await test.step('an image is pasted while writing, and others are chosen with the keyboard', async () => {
    await composer(page).fill('The header should look like this')
    await pasteFile(composer(page), await file('Design draft.png'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(attached(page).getByRole('img', { name: 'Design draft.png' })).toBeVisible()
    await expect(page.getByText('Design draft.png attached')).toBeAttached()
    await page.getByRole('button', { name: 'Attach images' }).press('Enter')
    const chooser = await chosen
    await chooser.setFiles([await file('first.png'), await file('second.png')])
    await expect(attached(page).getByRole('img')).toHaveCount(4)
    await expect(page.getByText('second.png attached')).toBeAttached()
  })

  await test.step('an image whose upload failed shows the reason and can be retried or removed', async () => {
    const address = '**/v1/reviews/*/comment-images*'
    await page.route(address, route => route.abort())
    await pasteFile(composer(page), await file('late.png'))
    await expect(alert).toHaveText('“late.png”: The upload was interrupted.')
    await page.unroute(address)
    await page.getByRole('button', { name: 'Retry late.png' }).click()
    await expect(alert).toHaveCount(0)
    const broken = { ...(await file('broken.png')), buffer: (await pngImage(600, 400)).subarray(0, 80) }
    await pasteFile(composer(page), broken)
    await expect(alert).toContainText('“broken.png”:')
    await expect(send).toBeDisabled()
    await page.getByRole('button', { name: 'Remove broken.png' }).click()
    await expect(alert).toHaveCount(0)
    await expect(composer(page)).toHaveValue('The header should look like this')
  })

  await test.step('the sent comment contains all images, and each image opens in a viewer', async () => {
    await send.click()
    await expect(comment.getByRole('button', { name: /^Open image/ })).toHaveCount(5)
    await isShown(thumbnail(comment, 'Design draft.png').locator('img'))
    await expect(attached(page)).toHaveCount(0)
    await thumbnail(comment, 'Design draft.png').click()
    const viewer = page.getByRole('dialog', { name: 'Design draft.png' })
    await isShown(viewer.getByRole('img', { name: 'Design draft.png' }))
    await page.getByRole('dialog').getByRole('button', { name: 'Next image' }).click()
    await expect(page.getByRole('dialog', { name: 'first.png' })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(viewer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(thumbnail(comment, 'Design draft.png')).toBeFocused()
    const [thread] = await threadsOf(agent, reviewId)
    expect(thread?.comments[0]?.images[1]).toMatchObject({
      name: 'Design draft.png',
      width: 600,
      height: 400,
    })
  })
})

test('a comment’s images can be changed, stay while the comment is pending, and visitors see them', async ({
  page,
  agent,
  person,
  reviewId,
  open,
  browser,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 600))
  for (let index = 0; index < 12; index++)
    await annotate(agent, artifactId, `Remark ${index}`, { geometry: { x: 0.1, y: 0.1 } })
  await open(`/reviews/${reviewId}`)
  const comment = commentItem(page, 'Like this')

  await test.step('a comment with an image sent from the stage is scrolled into view', async () => {
    await pressImage(page, 0.5, 0.5)
    await spotField(page).fill('Like this')
    await pasteFile(spotField(page), await file('before.png'))
    await expect(attached(page).getByRole('img', { name: 'before.png' })).toBeVisible()
    await expect(page.getByText('before.png attached')).toBeAttached()
    await page.keyboard.press('Control+Enter')
    await isShown(thumbnail(comment, 'before.png').locator('img'))
    await expect(thumbnail(comment, 'before.png')).toBeInViewport({ ratio: 1 })
  })

  await test.step('images are added to and removed from a comment that was sent', async () => {
    await choose(comment, 'Edit')
    await page.getByRole('button', { name: 'Remove before.png' }).click()
    await pasteFile(page.getByLabel('Edit comment'), await file('after.png'))
    await expect(page.getByText('after.png attached')).toBeAttached()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(thumbnail(comment, 'after.png')).toBeVisible()
    await expect(thumbnail(comment, 'before.png')).toHaveCount(0)
  })

  await test.step('a pending comment keeps its images when it is restored and when it is sent', async () => {
    await composer(page).fill('Later')
    await pasteFile(composer(page), await file('header.png'))
    await expect(page.getByText('header.png attached')).toBeAttached()
    await page.getByRole('button', { name: 'Add to review' }).click()
    await expect(thumbnail(page, 'header.png')).toBeVisible()
    await page.getByRole('button', { name: 'Discard pending comment' }).click()
    await expect(thumbnail(page, 'header.png')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await thumbnail(page, 'header.png').scrollIntoViewIfNeeded()
    await isShown(thumbnail(page, 'header.png').locator('img'))
    expect(await threadsOf(agent, reviewId)).toHaveLength(13)
    await page.getByRole('button', { name: 'Submit review' }).click()
    await sendInCard(page, 'Comment')
    await expect(thumbnail(commentItem(page, 'Later'), 'header.png')).toBeVisible()
  })

  await test.step('a visitor of a share link sees images but cannot attach any', async () => {
    const { url } = await newShareLink(person.call, reviewId, { allowComments: true })
    const context = await browser.newContext()
    const visitor = await context.newPage()
    await visitor.goto(url)
    await thumbnail(visitor, 'header.png').scrollIntoViewIfNeeded()
    await isShown(thumbnail(visitor, 'header.png').locator('img'))
    await expect(composer(visitor)).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Attach images' })).toHaveCount(0)
    await context.close()
  })
})

test.describe('images are attached on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('on a phone, the first tap on “Attach images” opens the files, and then the field has focus', async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 600))
    await annotate(person.call, artifactId, 'First.')
    await annotate(person.call, artifactId, 'Second.')
    await open(`/reviews/${reviewId}`)
    const attach = async (field: Locator) => {
      const chooser = page.waitForEvent('filechooser')
      const form = page.locator('form').filter({ has: field })
      await form.getByRole('button', { name: 'Attach images' }).filter({ visible: true }).tap()
      await (await chooser).setFiles([await file('phone.png')])
      await expect(thumbnailOf(form)).toBeVisible()
      await expect(field).toBeFocused()
    }
    const thumbnailOf = (form: Locator) => form.getByRole('img', { name: 'phone.png' })

    await test.step('the field below the comments has the focus after an image was chosen', async () => {
      await attach(composer(page))
      await page.getByRole('button', { name: 'Discard' }).tap()
      await expect(attached(page)).toHaveCount(0)
    })

    await test.step('the field of a reply has the focus after an image was chosen', async () => {
      await page.getByRole('button', { name: 'Reply', exact: true }).first().tap()
      await attach(page.getByRole('textbox', { name: 'Reply' }))
    })
  })
})
