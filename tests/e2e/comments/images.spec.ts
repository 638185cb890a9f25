import type { Locator, Page } from '@playwright/test'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import { findings } from '../../support/browser/axe'
import { upload, type Call } from '../../support/server/client'
import { choose, commentItem, press } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { newShareLink } from '../../support/reviews/share'

const png = (width = 600, height = 400) => pngImage(width, height)
const file = async (name = 'header.png') => ({ name, mimeType: 'image/png', buffer: await png() })

const composer = (page: Page) => page.getByLabel('Comment on this image')
const attached = (page: Page) => page.getByRole('list', { name: 'Attached images' })
const thumbnail = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name: `Open image ${name}` })
const picker = (page: Page) => page.locator('form:has([data-composer]) input[type=file]')

/** Dispatches a paste or a drop of files on a field. */
async function hand(
  field: Locator,
  how: 'paste' | 'drop',
  { name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer },
  text = '',
) {
  await field.evaluate(
    (element, [type, fileName, mime, base64, copied]) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), each => each.charCodeAt(0))
      data.items.add(new File([bytes], fileName, { type: mime }))
      if (copied) data.setData('text/plain', copied)
      const options = { bubbles: true, cancelable: true }
      if (type === 'paste')
        return element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
      element.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: data }))
      return element.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }))
    },
    [how, name, mimeType, buffer.toString('base64'), text] as const,
  )
}

const threadsOf = async (agent: Call, reviewId: string) =>
  (await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads`)).body.threads
const isShown = (image: Locator) =>
  expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0))
    .toBe(true)

test('an image that is pasted while writing is sent with the comment, and opens large', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(1000, 600))
  await open(`/reviews/${reviewId}`)
  await composer(page).fill('The header should look like this')
  await hand(composer(page), 'paste', await file('Design draft.png'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(attached(page).getByRole('img', { name: 'Design draft.png' })).toBeVisible()
  await expect(page.getByText('Design draft.png attached')).toBeAttached()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  const comment = commentItem(page, 'The header should look like this')
  await isShown(thumbnail(comment, 'Design draft.png').locator('img'))
  await expect(attached(page)).toHaveCount(0)
  await thumbnail(comment, 'Design draft.png').click()
  const viewer = page.getByRole('dialog', { name: 'Design draft.png' })
  await isShown(viewer.getByRole('img', { name: 'Design draft.png' }))
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(thumbnail(comment, 'Design draft.png')).toBeFocused()
  const [thread] = await threadsOf(agent, reviewId)
  expect(thread?.comments[0]?.images).toMatchObject([{ name: 'Design draft.png', width: 600, height: 400 }])
})

test('a comment with an image is in view after it was sent from the stage', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png(1000, 600))
  for (let index = 0; index < 12; index++)
    await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.1, y: 0.1 },
      body: `Remark ${index}`,
    })
  await open(`/reviews/${reviewId}`)
  const at = await page.getByTestId('stage').locator('img').boundingBox()
  await page.mouse.click((at?.x ?? 0) + (at?.width ?? 0) / 2, (at?.y ?? 0) + (at?.height ?? 0) / 2)
  const field = page.getByLabel('Comment on this spot')
  await field.fill('Like this')
  await hand(field, 'paste', await file('Design draft.png'))
  await expect(attached(page).getByRole('img', { name: 'Design draft.png' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const image = thumbnail(commentItem(page, 'Like this'), 'Design draft.png')
  await isShown(image.locator('img'))
  await expect(image).toBeInViewport({ ratio: 1 })
})

test('images are dropped on the form, not on the review, and chosen with the keyboard', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(1000, 600))
  // Before the key: it would overtake the message that lets the test answer the file chooser.
  const chosen = page.waitForEvent('filechooser')
  await open(`/reviews/${reviewId}`)
  await hand(composer(page), 'drop', await file('dropped.png'))
  await expect(attached(page).getByRole('img', { name: 'dropped.png' })).toBeVisible()
  await expect(page.getByText('Drop to add evidence')).toHaveCount(0)
  await expect(page.getByText('Write a comment to send with it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.getByRole('button', { name: 'Attach images' }).focus()
  await page.keyboard.press('Enter')
  const chooser = await chosen
  await chooser.setFiles([await file('first.png'), await file('second.png')])
  await expect(attached(page).getByRole('img')).toHaveCount(3)
  await composer(page).fill('Three states')
  await page.getByRole('button', { name: 'Send' }).click()
  const comment = commentItem(page, 'Three states')
  await expect(comment.getByRole('button', { name: /^Open image/ })).toHaveCount(3)
  await thumbnail(comment, 'first.png').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Next image' }).click()
  await expect(page.getByRole('dialog', { name: 'second.png' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: 'first.png' })).toBeVisible()
})

test('text that is copied with a picture of it is pasted as text', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await composer(page).click()
  await hand(composer(page), 'paste', await file(), 'A1\tB1')
  await expect(attached(page)).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a draft keeps its images when the page is loaded again, without those that were removed', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, { kind: 'artifact', body: 'Why?' })
  await open(`/reviews/${reviewId}`)
  await press(commentItem(page, 'Why?'), 'Reply')
  await hand(page.getByRole('textbox', { name: 'Reply' }), 'paste', await file('kept.png'))
  await expect(page.getByText('kept.png attached')).toBeAttached()
  await hand(page.getByRole('textbox', { name: 'Reply' }), 'paste', await file('removed.png'))
  await expect(page.getByText('removed.png attached')).toBeAttached()
  await page.getByRole('button', { name: 'Remove removed.png' }).click()
  await expect(page.getByText('removed.png removed')).toBeAttached()
  await open(`/reviews/${reviewId}`)
  await isShown(attached(page).getByRole('img', { name: 'kept.png' }))
  await expect(attached(page).getByRole('img')).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Reply' }).fill('As here')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(thumbnail(commentItem(page, 'As here'), 'kept.png')).toBeVisible()
})

test('a discarded draft comes back with its images', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await composer(page).fill('Look')
  await hand(composer(page), 'paste', await file())
  await expect(page.getByText('header.png attached')).toBeAttached()
  await composer(page).press('Escape')
  await expect(attached(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(composer(page)).toHaveValue('Look')
  await expect(attached(page).getByRole('img', { name: 'header.png' })).toBeVisible()
})

test('each error is one line, and the text stays', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await composer(page).fill('Not lost')
  const alert = page.locator('form:has([data-composer])').getByRole('alert')
  await picker(page).setInputFiles({
    name: 'notes.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  })
  await expect(alert).toHaveText('“notes.pdf” is not an image. Use PNG, JPEG, WebP or GIF.')
  const large = Buffer.alloc(limits.commentImageBytes + 1)
  await picker(page).setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: large })
  await expect(alert).toHaveText('“huge.png” is 10.0 MiB. The limit is 10 MiB.')
  const broken = (await png()).subarray(0, 80)
  await picker(page).setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: broken })
  await expect(alert).toContainText('“broken.png”:')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove broken.png' }).click()
  await expect(alert).toHaveCount(0)
  const many = await Promise.all(
    Array.from({ length: limits.commentImages + 1 }, (_, index) => file(`${index}.png`)),
  )
  await picker(page).setInputFiles(many)
  await expect(alert).toHaveText('A comment can have 10 images.')
  await expect(attached(page).getByRole('img')).toHaveCount(limits.commentImages)
  await expect(composer(page)).toHaveValue('Not lost')
})

test('an upload that failed can be tried again', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const address = '**/v1/reviews/*/comment-images*'
  await page.route(address, route => route.abort())
  await composer(page).fill('With a picture')
  await hand(composer(page), 'paste', await file())
  const alert = page.locator('form:has([data-composer])').getByRole('alert')
  await expect(alert).toHaveText('“header.png”: The upload was interrupted.')
  await page.unroute(address)
  await page.getByRole('button', { name: 'Retry header.png' }).click()
  await expect(alert).toHaveCount(0)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(thumbnail(commentItem(page, 'With a picture'), 'header.png')).toBeVisible()
})

test('images are added to and removed from a comment that was sent', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await composer(page).fill('Before and after')
  await hand(composer(page), 'paste', await file('before.png'))
  await expect(page.getByText('before.png attached')).toBeAttached()
  await page.keyboard.press('Control+Enter')
  const comment = commentItem(page, 'Before and after')
  await choose(comment, 'Edit')
  await page.getByRole('button', { name: 'Remove before.png' }).click()
  await hand(page.getByLabel('Edit comment'), 'paste', await file('after.png'))
  await expect(page.getByText('after.png attached')).toBeAttached()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(thumbnail(comment, 'after.png')).toBeVisible()
  await expect(thumbnail(comment, 'before.png')).toHaveCount(0)
})

test('a pending comment has its images, comes back with them, and is sent with them', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await composer(page).fill('Later')
  await hand(composer(page), 'paste', await file())
  await expect(page.getByText('header.png attached')).toBeAttached()
  await page.getByRole('button', { name: 'Add to review' }).click()
  await expect(thumbnail(page, 'header.png')).toBeVisible()
  await page.getByRole('button', { name: 'Discard pending comment' }).click()
  await expect(thumbnail(page, 'header.png')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await isShown(thumbnail(page, 'header.png').locator('img'))
  expect(await threadsOf(agent, reviewId)).toEqual([])
  await page
    .getByRole('button', { name: /^Submit/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Send|Submit)/ })
    .click()
  await expect(thumbnail(commentItem(page, 'Later'), 'header.png')).toBeVisible()
})

test('a visitor of a share link sees images, and attaches none', async ({
  page,
  agent,
  person,
  reviewId,
  open,
  browser,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await composer(page).fill('See here')
  await hand(composer(page), 'paste', await file())
  await expect(page.getByText('header.png attached')).toBeAttached()
  await page.keyboard.press('Control+Enter')
  await expect(thumbnail(page, 'header.png')).toBeVisible()
  const { url } = await newShareLink(person.call, reviewId, { allowComments: true })
  const context = await browser.newContext()
  const visitor = await context.newPage()
  await visitor.goto(url)
  await isShown(thumbnail(visitor, 'header.png').locator('img'))
  await expect(composer(visitor)).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Attach images' })).toHaveCount(0)
  await context.close()
})
