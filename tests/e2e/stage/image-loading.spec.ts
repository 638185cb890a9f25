import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { findings } from '../../support/browser/axe'
import { revise, upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { holdEvidence, holdRequests } from '../../support/browser/hold-requests'
import { settled } from '../../support/browser/settled'
import { themes } from '../../support/browser/themes'

const png = (width = 1000, height = 800) => pngImage(width, height)
const stage = (page: Page) => page.getByTestId('stage')
const skeleton = (page: Page) => page.getByRole('main', { name: /^Stage/ }).locator('[data-skeleton]')

/** Observes whether the stage ever shows no image. The returned function stops and returns the result. */
async function watchStage(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { frames: 0, empty: 0 }
    Object.assign(window, { seen })
    const look = () => {
      const shown = document.querySelector<HTMLImageElement>('[data-testid=stage] img')
      seen.frames++
      if (!shown?.complete || shown.naturalWidth === 0) seen.empty++
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => (window as unknown as { seen: { empty: number } }).seen.empty)
}

for (const colorScheme of themes) {
  test(`a loading image has a placeholder of its size, never another image (${colorScheme})`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const first = await upload(agent, reviewId, await png(1000, 400), { title: 'Dashboard' })
    await revise(agent, first.artifactId, await png(1000, 800))
    const release = await holdEvidence(page, first)
    await open(`/reviews/${reviewId}`)
    await expect(stage(page).locator('img')).toBeVisible()
    await page.keyboard.press('[')
    await expect(page.getByRole('button', { name: 'r1', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(skeleton(page)).toBeVisible()
    await expect(stage(page).locator('img')).toHaveCount(0)
    const room = await skeleton(page).boundingBox()
    expect((room?.width ?? 0) / (room?.height ?? 1)).toBeCloseTo(2.5, 1)
    expect(
      await skeleton(page).evaluate(each => Number.parseFloat(getComputedStyle(each).animationDuration)),
    ).toBeLessThan(0.001)
    expect(await findings(page)).toEqual([])

    await page.keyboard.press('w')
    await expect(page.getByTestId('compare').locator('img')).toHaveCount(1)
    await expect(skeleton(page)).toHaveCount(1)
    release()
    await expect(page.getByTestId('compare').locator('img')).toHaveCount(2)
    await expect(skeleton(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(stage(page).locator('img')).toBeVisible()
  })
}

test('the neighbours of an image are prefetched', async ({ page, agent, reviewId, open }) => {
  const before = await upload(agent, reviewId, await png(900, 600), { title: 'A' })
  const shown = await upload(agent, reviewId, await png(), { title: 'B' })
  const second = await revise(agent, shown.artifactId, await png(1000, 801))
  const third = await revise(agent, shown.artifactId, await png(1000, 802))
  const after = await upload(agent, reviewId, await png(800, 600), { title: 'C' })
  const far = await upload(agent, reviewId, await png(700, 600), { title: 'D' })
  const asked: string[] = []
  page.on('requestfinished', request => {
    if (request.url().includes('/e/')) asked.push(request.url())
  })
  await open(`/reviews/${reviewId}?revision=2#${shown.artifactId}`)
  const near = [shown, third, before, after].map(each => each.embedUrl ?? '')
  await expect.poll(() => near.filter(each => asked.includes(each))).toEqual(near)
  expect(asked).toContain(second.embedUrl)
  expect(asked).not.toContain(far.embedUrl)
  // Thumbnails are fetched first.
  const lastThumb = Math.max(...near.map(each => asked.indexOf(`${each}?w=640`)))
  expect(lastThumb).toBeLessThan(Math.min(...near.map(each => asked.indexOf(each))))
  await settled(page)

  const source = stage(page).locator('img')
  const emptyFrames = await watchStage(page)
  for (const key of ['[', ']', ']', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
    const before = await source.getAttribute('src')
    await page.keyboard.press(key)
    await expect.poll(() => source.getAttribute('src')).not.toBe(before)
  }
  expect(await emptyFrames()).toBe(0)
})

test('the thumbnail of a tall page shows its top, as wide as the page and not stretched', async ({
  page,
  server,
  agent,
  reviewId,
}) => {
  const tall = await upload(
    agent,
    reviewId,
    await sharp({ create: { width: 800, height: 6000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  const path = new URL(tall.embedUrl ?? '').pathname
  const release = await holdRequests(page, url => url.pathname === path && url.search === '')
  // The load event waits for images.
  await page.goto(`${server.url}/reviews/${reviewId}`, { waitUntil: 'commit' })
  const shown = stage(page).locator('img')
  await expect(shown).toBeVisible()
  expect(
    await shown.evaluate(each => [getComputedStyle(each).objectFit, getComputedStyle(each).objectPosition]),
  ).toEqual(['contain', '50% 0%'])
  await expect(skeleton(page)).toHaveCount(1)
  release()
  await expect(skeleton(page)).toHaveCount(0)
})

test('an image that fails to load shows an error instead of a placeholder', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const first = await upload(agent, reviewId, await png(1000, 400))
  await revise(agent, first.artifactId, await png())
  const path = new URL(first.embedUrl ?? '').pathname
  await page.route(
    url => url.pathname === path,
    route => route.abort(),
  )
  await open(`/reviews/${reviewId}`)
  await expect(stage(page).locator('img')).toBeVisible()
  await page.keyboard.press('[')
  await expect(page.getByText("Couldn't load the image.")).toBeVisible()
  await expect(skeleton(page)).toHaveCount(0)
  await page.keyboard.press('s')
  await expect(page.getByTestId('compare').getByText("Couldn't load the image.")).toBeVisible()
  await expect(skeleton(page)).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByTestId('compare').locator('img')).toHaveCount(2)
})

test('marks are hidden while their image cannot be loaded', async ({ page, agent, reviewId, open }) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const at = { kind: 'point', geometry: { x: 0.5, y: 0.5 }, body: 'Too wide.' }
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, at)
  await page.route('**/e/**', route => route.abort())
  await open(`/reviews/${reviewId}`)
  await expect(page.getByText("Couldn't load the image.")).toBeVisible()
  await expect(page.locator('[data-mark]')).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('[data-mark]')).toBeVisible()
})

test('a downscaled image shows its original size and its scale', async ({ page, agent, reviewId, open }) => {
  const done = await upload(
    agent,
    reviewId,
    await sharp({ create: { width: 64, height: 20_000, channels: 3, background: '#abc' } })
      .png()
      .toBuffer(),
    { viewport: { width: 1280, height: 720 } },
  )
  expect(done.artifact.currentRevision).toMatchObject({ width: 64, height: 20_000 })
  await open(`/reviews/${reviewId}`)
  const size = page.getByText(/^64×20000, shown at 81 %/)
  await expect(size).toBeVisible()
  await expect(size).toHaveAttribute('title', /It is shown with 52×16384 pixels, which count as 100 %/)
})
