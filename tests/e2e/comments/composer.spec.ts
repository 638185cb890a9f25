import type { Locator, Page } from '@playwright/test'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { upload, type Call } from '../../support/server/client'
import { choose, press as pressOn } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = (width = 1000, height = 500) => pngImage(width, height)

const comments = (page: Page) => page.getByRole('list', { name: 'Comments' })

const item = (page: Page, text: string) => comments(page).getByRole('listitem').filter({ hasText: text })

const spotField = (page: Page) => page.getByLabel('Comment on this spot')

const write = async (agent: Call, artifactId: string, body: string) =>
  (
    await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body,
    })
  ).body

const statusOf = async (agent: Call, reviewId: string) =>
  (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.review.status

/** Clicks the image at fractions of it. */
async function press(page: Page, x: number, y: number, how: 'click' | 'tap' = 'click') {
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  const box = await shown.boundingBox()
  if (!box) throw new Error('The stage shows no image.')
  const [left, top] = [box.x + box.width * x, box.y + box.height * y]
  await (how === 'click' ? page.mouse.click(left, top) : page.touchscreen.tap(left, top))
}

const within = async (inner: Locator, outer: Locator) => {
  const [a, b] = await Promise.all([inner.boundingBox(), outer.boundingBox()])
  return (
    a !== null &&
    b !== null &&
    a.x >= b.x &&
    a.y >= b.y &&
    a.x + a.width <= b.x + b.width &&
    a.y + a.height <= b.y + b.height
  )
}

test('each reply form takes the focus, and typing in it triggers no shortcuts', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await write(agent, artifactId, 'First')
  await write(agent, artifactId, 'Second')
  await open(`/reviews/${reviewId}`)
  await pressOn(item(page, 'First'), 'Reply')
  await page.keyboard.press('Escape')
  await expect(item(page, 'First').getByRole('button', { name: 'Reply', exact: true })).toBeFocused()
  await pressOn(item(page, 'Second'), 'Reply')
  await page.keyboard.type('yes, next')
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('yes, next')
  await page.keyboard.press('Control+Enter')
  await expect(item(page, 'Second').getByText('yes, next')).toBeVisible()
  await expect(item(page, 'Second').getByRole('button', { name: 'Reply', exact: true })).toBeFocused()
  expect(await statusOf(agent, reviewId)).toBe('open')
})

test('a second press on the same spot keeps the focus in the comment form', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await press(page, 0.5, 0.5)
  await press(page, 0.3, 0.3)
  await press(page, 0.3, 0.3)
  await page.keyboard.type('nay')
  await expect(spotField(page)).toHaveValue('nay')
})

test('after a comment is sent or discarded, the focus is on its mark or on the stage', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await press(page, 0.5, 0.5)
  await page.keyboard.type('Too wide')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Comment 1/ })).toBeFocused()
  await press(page, 0.8, 0.8)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('stage')).toBeFocused()
})

test('after a comment is resolved or deleted by key, the focus is on the next one or the stage', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  for (const body of ['First', 'Second', 'Third'])
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body,
    })
  await open(`/reviews/${reviewId}`)
  await item(page, 'First').hover()
  await item(page, 'First').getByRole('button', { name: 'Resolve' }).focus()
  await page.keyboard.press('Enter')
  await expect(item(page, 'First')).toHaveCount(0)
  await expect(item(page, 'Second').getByRole('button').first()).toBeFocused()
  await choose(item(page, 'Second'), 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click()
  await expect(item(page, 'Second')).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  // The others keep their numbers.
  await expect(page.getByRole('button', { name: /^Comment 3:/ })).toBeVisible()
})

test('Escape discards a comment or a reply, and both can be undone', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await write(agent, artifactId, 'Why?')
  await open(`/reviews/${reviewId}`)
  await press(page, 0.3, 0.3)
  await page.keyboard.type('Not yet')
  await page.keyboard.press('Escape')
  await expect(spotField(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(spotField(page)).toHaveValue('Not yet')
  await page.keyboard.press('Escape')
  await pressOn(item(page, 'Why?'), 'Reply')
  await page.keyboard.type('Because')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Reply discarded')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('Because')
})

test('a comment that is too long shows by how much, and stays in the field', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const composer = page.getByLabel('Comment on this image')
  await composer.fill('x'.repeat(limits.commentBody + 1234))
  await expect(page.getByText('1,234 characters over the limit of 10,000')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect((await composer.inputValue()).length).toBe(limits.commentBody + 1234)
  await composer.fill('x'.repeat(limits.commentBody))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(composer).toHaveValue('')
})

test('the form of a comment in a corner stays inside the stage, however long its text', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(1400, 1200))
  await open(`/reviews/${reviewId}`)
  await press(page, 0.98, 0.98)
  await spotField(page).fill(Array.from({ length: 12 }, (_, line) => `Line ${line}`).join('\n'))
  await expect
    .poll(() => within(page.getByRole('button', { name: 'Send' }), page.getByRole('main')))
    .toBe(true)
  expect(await page.getByRole('main').evaluate(main => main.scrollTop)).toBe(0)
})
