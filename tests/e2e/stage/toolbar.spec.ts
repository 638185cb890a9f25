import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { revise, upload, type Call } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage, sample } from '../../support/media/samples'

const png = () => pngImage(1000, 600)

const stage = (page: Page) => page.getByRole('main', { name: /^Stage/ })

/** Creates an image with two revisions, and a video: the toolbar then has every button. */
async function evidence(agent: Call, reviewId: string) {
  const { artifactId } = await upload(agent, reviewId, await png(), { title: 'Cart with a voucher' })
  await revise(agent, artifactId, await png())
  const video = { kind: 'video', mime: 'video/webm', title: 'Resize' }
  await upload(agent, reviewId, await readFile(sample('live.webm')), video)
}

/** The buttons of the toolbar that are not completely inside the stage. */
async function cutOff(page: Page): Promise<string[]> {
  const area = await stage(page).boundingBox()
  if (!area) throw new Error('There is no stage.')
  const buttons = page.getByRole('toolbar').getByRole('button')
  expect(await buttons.count()).toBeGreaterThan(2)
  return buttons.evaluateAll(
    (all, { x, y, width, height }) =>
      all
        .filter(each => {
          const box = each.getBoundingClientRect()
          return box.left < x || box.top < y || box.right > x + width || box.bottom > y + height
        })
        .map(each => each.getAttribute('aria-label') ?? ''),
    area,
  )
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true })

  for (const [width, height] of [
    [1024, 768],
    [390, 844],
    [360, 740],
  ] as const)
    test(`the buttons of the toolbars are 44 pixels high, in one row, at ${width} × ${height}`, async ({
      page,
      agent,
      reviewId,
      open,
    }) => {
      await page.setViewportSize({ width, height })
      await evidence(agent, reviewId)
      await open(`/reviews/${reviewId}`)
      await expect(page.getByTestId('stage').locator('img')).toBeVisible()
      const check = async (name: string) => {
        const toolbar = page.getByRole('toolbar', { name })
        await expect(toolbar).toBeVisible()
        const buttons = toolbar.getByRole('button')
        const heights = await buttons.evaluateAll(all => all.map(each => each.getBoundingClientRect().height))
        expect(new Set(heights)).toEqual(new Set([44]))
        expect((await toolbar.boundingBox())?.height).toBe(48)
        expect(await cutOff(page)).toEqual([])
      }
      await check('Tools')
      await page.getByRole('button', { name: /^Swipe/ }).tap()
      await check('Compare')
    })
})

for (const [width, height] of [
  [844, 390],
  [1024, 768],
  [667, 375],
  [390, 844],
  [360, 740],
  [320, 640],
] as const)
  test(`every button of the toolbar is inside the stage at ${width} × ${height}`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.setViewportSize({ width, height })
    await evidence(agent, reviewId)
    await open(`/reviews/${reviewId}`)
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    expect(await cutOff(page)).toEqual([])
    // One row.
    expect((await page.getByRole('toolbar').boundingBox())?.height).toBe(44)
    await page.keyboard.press('w')
    await expect(page.getByRole('toolbar', { name: 'Compare' })).toBeVisible()
    expect(await cutOff(page)).toEqual([])
    if (width === 320) {
      // The titles have room for a few words, and the bar of the difference has its last button inside.
      const title = page.getByRole('button', { name: /voucher$/ })
      expect((await title.boundingBox())?.width).toBeGreaterThanOrEqual(72)
      const heading = page.getByRole('heading', { level: 1 })
      expect((await heading.boundingBox())?.width).toBeGreaterThanOrEqual(88)
      await page.keyboard.press('d')
      await expect(page.getByText('No difference').first()).toBeAttached()
      const settings = await page.getByRole('button', { name: 'Settings of the difference' }).boundingBox()
      expect((settings?.x ?? 320) + (settings?.width ?? 0)).toBeLessThanOrEqual(320 - 12)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('main video')).toBeVisible()
    expect(await cutOff(page)).toEqual([])
    if (width !== 320) return
    // The top bar has no room for this button.
    await page.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Share' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

test('a stage between wide panels has every button of its toolbar inside', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await evidence(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  for (const name of ['Width of the conversation', 'Width of the evidence list']) {
    await page.getByRole('separator', { name }).focus()
    await page.keyboard.press('End')
  }
  await expect.poll(async () => (await stage(page).boundingBox())?.width).toBeLessThan(270)
  expect(await cutOff(page)).toEqual([])
})
