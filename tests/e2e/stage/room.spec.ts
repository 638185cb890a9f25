import sharp from 'sharp'
import type { Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../../support/server/client'
import { upload } from '../../support/reviews/uploads'
import { findings } from '../../support/browser/checks/axe'
import { expect, test } from '../../support/browser/e2e'
import { plainImage } from '../../support/media/samples'
import { drag } from '../../support/browser/stage'

const film = (page: Page) => page.getByRole('navigation', { name: 'Evidence' })
const talk = (page: Page) => page.getByRole('complementary', { name: 'Conversation' })
const widthOf = async (page: Page) => (await talk(page).boundingBox())?.width
const edge = (page: Page) => page.getByRole('separator', { name: 'Width of the conversation' })

const commentAt = (agent: Call, artifactId: string, y = 0.5) =>
  agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x: 0.5, y }, body: 'Here.' })

test('panels and comments are hidden by keys, and panels are resized within limits', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await plainImage(1280, 800))
  await commentAt(agent, artifactId)
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('img')
  const pin = page.getByRole('button', { name: /^Comment 1:/ })
  await expect(shown).toBeVisible()

  await test.step('a key hides both panels to enlarge the image, and shows the panels again', async () => {
    const before = (await shown.boundingBox())?.width ?? 0
    await page.keyboard.press('\\')
    await expect(film(page)).toHaveCount(0)
    await expect(talk(page)).toBeHidden()
    await expect.poll(async () => (await shown.boundingBox())?.width).toBeGreaterThan(before * 1.2)
    const at = await shown.boundingBox()
    const stage = await page.getByTestId('stage').boundingBox()
    expect(stage?.width).toBe(1440)
    // The image leaves at most 12 CSS pixels free at its sides, or above if the stage's height limits its
    // size.
    expect(Math.min((at?.x ?? 0) - 12, (at?.y ?? 0) - (stage?.y ?? 0) - 12)).toBeLessThanOrEqual(0.5)
    await page.keyboard.press('\\')
    await expect(film(page)).toBeVisible()
    await expect(talk(page)).toBeVisible()
  })

  await test.step('selecting a comment or starting a new one shows the conversation again', async () => {
    await page.getByRole('button', { name: 'Hide panels' }).click()
    await expect(talk(page)).toBeHidden()
    await pin.click()
    await expect(talk(page).getByText('Here.')).toBeVisible()
    await expect(film(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('\\')
    await expect(talk(page)).toBeHidden()
    await page.keyboard.press('c')
    await expect(talk(page).locator('[data-composer]')).toBeFocused()
  })

  await test.step('a key hides the comments on the image, and shows them again', async () => {
    await page.getByTestId('stage').focus()
    await expect(pin).toBeVisible()
    await page.keyboard.press('Shift+H')
    await expect(pin).toHaveCount(0)
    await page.getByRole('button', { name: /^Zoom \d/ }).click()
    await expect(page.getByRole('menuitemcheckbox', { name: 'Hide comments' })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.keyboard.press('Shift+H')
    await expect(pin).toBeVisible()
  })

  await test.step('a key shows the stage in full screen, and the same key ends full screen', async () => {
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    await expect(talk(page)).toBeVisible()
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

  await test.step('a panel that was resized by pointer keeps its width after a reload', async () => {
    await expect.poll(() => widthOf(page)).toBe(360)
    const at = await edge(page).boundingBox()
    const y = (at?.y ?? 0) + 300
    await drag(page, { x: (at?.x ?? 0) + 4, y }, { x: (at?.x ?? 0) - 96, y })
    await expect.poll(() => widthOf(page)).toBe(460)
    await page.reload()
    await expect.poll(() => widthOf(page)).toBe(460)
    await page.waitForSelector('html[data-hydrated]')
  })

  await test.step('keys resize a panel within limits, and a double click resets it', async () => {
    await edge(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => widthOf(page)).toBe(444)
    await expect(edge(page)).toHaveAttribute('aria-valuenow', '452')
    await page.keyboard.press('Home')
    await expect.poll(() => widthOf(page)).toBe(272)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => widthOf(page)).toBe(272)
    await page.keyboard.press('End')
    await expect.poll(() => widthOf(page)).toBe(632)
    expect(await findings(page)).toEqual([])
    await edge(page).dblclick()
    await expect.poll(() => widthOf(page)).toBe(360)

    await page.getByRole('separator', { name: 'Width of the evidence list' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await film(page).boundingBox())?.width).toBe(232)
  })
})

test('a tall image is scrolled by links, a minimap and the list, and a tiny image is enlarged', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await plainImage(1280, 800), { title: 'Short' })
  const tall = await upload(agent, reviewId, await plainImage(600, 9000), { title: 'Tall' })
  const glass = sharp({ create: { width: 400, height: 300, channels: 4, background: '#0000' } })
  await upload(agent, reviewId, await glass.png().toBuffer(), { title: 'Glass' })
  await upload(agent, reviewId, await plainImage(32, 16), { title: 'Icon' })
  const { body: thread } = await commentAt(agent, tall.artifactId, 0.9)
  await open(`/reviews/${reviewId}#${thread.threadId}`)
  const shown = page.getByTestId('stage').locator('img')
  const map = page.getByRole('slider', { name: 'Position in the image' })
  const pin = page.getByRole('button', { name: /^Comment 1:/ })
  const show = (title: string) => film(page).getByText(title).click()

  await test.step('a link to a comment far down scrolls the image, but not the page', async () => {
    await expect(pin).toBeInViewport()
    await expect(page.getByRole('heading', { name: 'Totals wrap on narrow screens' })).toBeInViewport()
  })

  await test.step('a tall image has a minimap that scrolls the image by pointer and keyboard', async () => {
    const [image, at] = [await shown.boundingBox(), await map.boundingBox()]
    expect((image?.x ?? 0) + (image?.width ?? 0)).toBeLessThanOrEqual(at?.x ?? 0)
    await map.focus()
    await page.keyboard.press('Home')
    await expect(pin).toHaveCount(0)
    await page.mouse.click((at?.x ?? 0) + 5, (at?.y ?? 0) + (at?.height ?? 0) * 0.9)
    await expect(pin).toBeInViewport()
    await expect(map).toHaveAttribute('aria-valuenow', '90')
    await page.keyboard.press('End')
    await expect(map).toHaveAttribute('aria-valuenow', /^9[1-9]/)
    expect(await findings(page)).toEqual([])
  })

  await test.step('a tall image keeps its scroll position while another image is shown', async () => {
    const place = (await map.getAttribute('aria-valuenow')) ?? ''
    await show('Short')
    await expect(page.getByRole('main', { name: 'Stage: Short' })).toBeVisible()
    await expect(map).toHaveCount(0)
    await show('Tall')
    await expect(map).toHaveAttribute('aria-valuenow', place)
  })

  await test.step('opening a comment in the list scrolls to its mark, even from other evidence', async () => {
    await map.focus()
    await page.keyboard.press('Home')
    await expect(pin).toHaveCount(0)
    await show('Short')
    await talk(page).getByRole('button', { name: 'Show all 1' }).click()
    await talk(page).getByRole('listitem').getByRole('button').first().click()
    await expect(page.getByRole('main', { name: 'Stage: Tall' })).toBeVisible()
    await expect(pin).toBeInViewport()
  })

  await test.step('a transparent image is shown on a checkerboard', async () => {
    await show('Glass')
    await expect(page.getByRole('main', { name: 'Stage: Glass' })).toBeVisible()
    await expect(shown).toHaveCSS('background-image', /repeating-conic-gradient/)
  })

  await test.step('a tiny image is enlarged by a whole factor without smoothing', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('main', { name: 'Stage: Icon' })).toBeVisible()
    await expect(shown).toHaveCSS('image-rendering', 'pixelated')
    const { width = 0, height = 0 } = (await shown.boundingBox()) ?? {}
    expect([width % 32, height % 16, width > 32]).toEqual([0, 0, true])
  })
})
