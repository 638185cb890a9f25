import sharp from 'sharp'
import type { Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { upload, type Call } from '../../support/server/client'
import { findings } from '../../support/browser/axe'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { drag } from '../../support/browser/stage'

const png = (width = 1280, height = 800) => pngImage(width, height)

const film = (page: Page) => page.getByRole('navigation', { name: 'Evidence' })
const talk = (page: Page) => page.getByRole('complementary', { name: 'Conversation' })
const widthOf = async (page: Page) => (await talk(page).boundingBox())?.width
const edge = (page: Page) => page.getByRole('separator', { name: 'Width of the conversation' })

const commentAt = (agent: Call, artifactId: string, y = 0.5) =>
  agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x: 0.5, y }, body: 'Here.' })

test('a key hides both panels, and a selected comment brings the conversation back', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await commentAt(agent, artifactId)
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  const before = (await shown.boundingBox())?.width ?? 0
  await page.keyboard.press('\\')
  await expect(film(page)).toHaveCount(0)
  await expect(talk(page)).toBeHidden()
  await expect.poll(async () => (await shown.boundingBox())?.width).toBeGreaterThan(before * 1.2)
  const at = await shown.boundingBox()
  const stage = await page.getByTestId('stage').boundingBox()
  expect(stage?.width).toBe(1440)
  // At most 12 CSS pixels are left at the sides, unless the height is the limit.
  expect(Math.min((at?.x ?? 0) - 12, (at?.y ?? 0) - (stage?.y ?? 0) - 12)).toBeLessThanOrEqual(0.5)
  await page.keyboard.press('\\')
  await expect(film(page)).toBeVisible()
  await expect(talk(page)).toBeVisible()

  await page.getByRole('button', { name: 'Hide panels' }).click()
  await expect(talk(page)).toBeHidden()
  await page.getByRole('button', { name: /^Comment 1:/ }).click()
  await expect(talk(page).getByText('Here.')).toBeVisible()
  await expect(film(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('\\')
  await expect(talk(page)).toBeHidden()
  await page.keyboard.press('c')
  await expect(talk(page).locator('[data-composer]')).toBeFocused()
})

test('a key fills the screen with the stage, and brings everything back', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  await page.keyboard.press('f')
  await expect(title).toBeHidden()
  await expect(talk(page)).toBeHidden()
  expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await expect(page.getByRole('button', { name: 'Full screen' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('f')
  await expect(title).toBeVisible()
  await expect(talk(page)).toBeVisible()
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
})

test('a panel is resized by pointer and by keyboard, within limits, and keeps its width', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await expect.poll(() => widthOf(page)).toBe(364)
  const at = await edge(page).boundingBox()
  const y = (at?.y ?? 0) + 300
  await drag(page, { x: (at?.x ?? 0) + 4, y }, { x: (at?.x ?? 0) - 96, y })
  await expect.poll(() => widthOf(page)).toBe(464)
  await page.reload()
  await expect.poll(() => widthOf(page)).toBe(464)
  await page.waitForSelector('html[data-hydrated]')

  await edge(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => widthOf(page)).toBe(448)
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '448')
  await page.keyboard.press('Home')
  await expect.poll(() => widthOf(page)).toBe(280)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => widthOf(page)).toBe(280)
  await page.keyboard.press('End')
  await expect.poll(() => widthOf(page)).toBe(640)
  expect(await findings(page)).toEqual([])
  await edge(page).dblclick()
  await expect.poll(() => widthOf(page)).toBe(364)

  await page.getByRole('separator', { name: 'Width of the evidence list' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await film(page).boundingBox())?.width).toBe(232)
})

test('a transparent image has a checkerboard, and a tiny one is enlarged without smoothing', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const glass = await sharp({
    create: { width: 400, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  await upload(agent, reviewId, glass, { title: 'Glass' })
  await upload(agent, reviewId, await png(32, 16), { title: 'Icon' })
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toHaveCSS('background-image', /repeating-conic-gradient/)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('main', { name: 'Stage: Icon' })).toBeVisible()
  await expect(shown).toHaveCSS('image-rendering', 'pixelated')
  const { width = 0, height = 0 } = (await shown.boundingBox()) ?? {}
  expect([width % 32, height % 16, width > 32]).toEqual([0, 0, true])
})

test('a key hides the comments on the image, and shows them again', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await commentAt(agent, artifactId)
  await open(`/reviews/${reviewId}`)
  const pin = page.getByRole('button', { name: /^Comment 1:/ })
  await expect(pin).toBeVisible()
  await page.keyboard.press('Shift+H')
  await expect(pin).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Hide comments' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Shift+H')
  await expect(pin).toBeVisible()
})

test('a comment far down a tall image of other evidence is scrolled to from the list', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'Short' })
  const tall = await upload(agent, reviewId, await png(600, 9000), { title: 'Tall' })
  await commentAt(agent, tall.artifactId, 0.9)
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await talk(page).getByRole('button', { name: 'Show all 1' }).click()
  await talk(page).getByRole('listitem').getByRole('button').first().click()
  await expect(page.getByRole('main', { name: 'Stage: Tall' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Comment 1:/ })).toBeInViewport()
})

test('a tall image has a map of the whole, which scrolls it by pointer and keyboard', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png(600, 9000), { title: 'Tall' })
  await commentAt(agent, artifactId, 0.9)
  await upload(agent, reviewId, await png(), { title: 'Short' })
  await open(`/reviews/${reviewId}`)
  const map = page.getByRole('slider', { name: 'Position in the image' })
  const pin = page.getByRole('button', { name: /^Comment 1:/ })
  await expect(map).toBeVisible()
  await expect(pin).toHaveCount(0)
  const image = await page.getByTestId('stage').locator('img').boundingBox()
  const at = await map.boundingBox()
  expect((image?.x ?? 0) + (image?.width ?? 0)).toBeLessThanOrEqual(at?.x ?? 0)
  await page.mouse.click((at?.x ?? 0) + 5, (at?.y ?? 0) + (at?.height ?? 0) * 0.9)
  await expect(pin).toBeInViewport()
  await expect(map).toHaveAttribute('aria-valuenow', '90')
  await map.focus()
  await page.keyboard.press('Home')
  await expect(pin).toHaveCount(0)
  await page.keyboard.press('End')
  await expect(map).toHaveAttribute('aria-valuenow', /^9\d/)
  expect(await findings(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Evidence' }).getByText('Short').click()
  await expect(page.getByRole('main', { name: 'Stage: Short' })).toBeVisible()
  await expect(map).toHaveCount(0)
})

test('a tall image that was scrolled is shown at the same place again', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(600, 9000), { title: 'Tall' })
  await upload(agent, reviewId, await png(), { title: 'Short' })
  await open(`/reviews/${reviewId}`)
  const map = page.getByRole('slider', { name: 'Position in the image' })
  await map.focus()
  await page.keyboard.press('End')
  await expect(map).toHaveAttribute('aria-valuenow', /^9\d/)
  const place = (await map.getAttribute('aria-valuenow')) ?? ''
  await page.getByRole('navigation', { name: 'Evidence' }).getByText('Short').click()
  await expect(map).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Evidence' }).getByText('Tall').click()
  await expect(map).toHaveAttribute('aria-valuenow', place)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a large conversation covers no part of the image that is left with bars', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    await expect(page.getByRole('toolbar')).toBeVisible()
    await page.getByRole('button', { name: 'Expand conversation' }).click()
    await expect(page.getByRole('toolbar')).toBeHidden()
    const [image, stage] = await Promise.all(
      [page.getByTestId('stage').locator('img'), page.getByTestId('stage')].map(each => each.boundingBox()),
    )
    expect(image?.y).toBeGreaterThanOrEqual(stage?.y ?? 0)
    await page.getByRole('button', { name: 'Shrink conversation' }).click()
    await expect(page.getByRole('toolbar')).toBeVisible()
  })
})
