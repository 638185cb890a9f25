import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/checks/axe'
import { comparedImages } from '../../support/browser/comparison'
import { revise, upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { plainImage } from '../../support/media/samples'
import { holdEvidence, holdRequests } from '../../support/browser/hold-requests'
import { themes } from '../../support/browser/checks/themes'

const stage = (page: Page) => page.getByTestId('stage')
const skeleton = (page: Page) => page.getByRole('main', { name: /^Stage/ }).locator('[data-skeleton]')
const pathOf = ({ embedUrl }: { embedUrl: string | null }) => new URL(embedUrl ?? '').pathname

/**
 * Counts the frames of the browser in which the stage shows no loaded image. The returned function returns
 * the count.
 */
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

for (const colorScheme of themes)
  test(`an image has a placeholder only if it still has to be loaded (${colorScheme})`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    const far = await upload(agent, reviewId, await plainImage(700, 600), { title: 'Far' })
    const before = await upload(agent, reviewId, await plainImage(900, 600), { title: 'Before' })
    const first = await upload(agent, reviewId, await plainImage(1000, 400), { title: 'Dashboard' })
    const second = await revise(agent, first.artifactId, await plainImage(1000, 800))
    const tall = await upload(agent, reviewId, await plainImage(800, 6000), { title: 'Tall' })
    const fetched: string[] = []
    page.on('requestfinished', request => fetched.push(request.url()))
    const releaseFirst = await holdEvidence(page, first)
    // Only the request for the whole image is held, not the request for its thumbnail.
    const releaseTall = await holdRequests(page, url => url.pathname === pathOf(tall) && url.search === '')
    await open(`/reviews/${reviewId}#${first.artifactId}`)
    const image = stage(page).locator('img')
    await expect(image).toBeVisible()
    const revision = page.getByRole('button', { name: 'r1', exact: true })

    await test.step('the placeholder has the size of the image, and no image is shown with it', async () => {
      await page.keyboard.press('[')
      await expect(revision).toHaveAttribute('aria-pressed', 'true')
      await expect(skeleton(page)).toBeVisible()
      await expect(image).toHaveCount(0)
      const room = await skeleton(page).boundingBox()
      expect((room?.width ?? 0) / (room?.height ?? 1)).toBeCloseTo(2.5, 1)
      expect(
        await skeleton(page).evaluate(each => Number.parseFloat(getComputedStyle(each).animationDuration)),
      ).toBeLessThan(0.001)
      expect(await findings(page)).toEqual([])
    })

    await test.step('a comparison has a placeholder next to the loaded image', async () => {
      await page.keyboard.press('w')
      await expect(page.getByTestId('compare').locator('img')).toHaveCount(1)
      await expect(skeleton(page)).toHaveCount(1)
      releaseFirst()
      await expect(page.getByTestId('compare').locator('img')).toHaveCount(2)
      await expect(skeleton(page)).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(image).toBeVisible()
    })

    await test.step('the thumbnail of a tall page shows the top of the page at full width', async () => {
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('main', { name: 'Stage: Tall' })).toBeVisible()
      await expect(image).toHaveAttribute('src', /\?w=640$/)
      await expect(image).toHaveCSS('object-fit', 'contain')
      await expect(image).toHaveCSS('object-position', '50% 0%')
      await expect(skeleton(page)).toHaveCount(1)
      releaseTall()
      await expect(skeleton(page)).toHaveCount(0)
    })

    await test.step('neighbors of an image are loaded ahead, so that the stage is never empty', async () => {
      await page.keyboard.press('ArrowUp')
      await expect(revision).toHaveAttribute('aria-pressed', 'true')
      const near = [first, second, before, tall].map(each => each.embedUrl ?? '')
      await expect.poll(() => near.filter(each => fetched.includes(each))).toEqual(near)
      expect(fetched).not.toContain(far.embedUrl)
      const emptyFrames = await watchStage(page)
      for (const key of [']', '[', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
        const shown = await image.getAttribute('src')
        await page.keyboard.press(key)
        await expect.poll(() => image.getAttribute('src')).not.toBe(shown)
      }
      expect(await emptyFrames()).toBe(0)
    })
  })

test('an image that fails to load shows an error and no marks, and can be loaded again', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const first = await upload(agent, reviewId, await plainImage(1000, 400))
  await revise(agent, first.artifactId, await plainImage(1000, 800))
  const large = await upload(agent, reviewId, await plainImage(64, 20_000), {
    title: 'Large',
    viewport: { width: 1280, height: 720 },
  })
  expect(large.artifact.currentRevision).toMatchObject({ width: 64, height: 20_000 })
  await agent('POST', `/v1/artifacts/${large.artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.01 },
    body: 'Too wide.',
  })
  const fails = (path: string) => page.route(`**${path}*`, route => route.abort())
  await fails(pathOf(first))
  await fails(pathOf(large))
  await open(`/reviews/${reviewId}`)
  const error = page.getByText("Couldn't load the image.")
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(stage(page).locator('img')).toBeVisible()

  await test.step('a failed image shows an error, not a placeholder, even in a comparison', async () => {
    await page.keyboard.press('[')
    await expect(error).toBeVisible()
    await expect(skeleton(page)).toHaveCount(0)
    await page.keyboard.press('s')
    await expect(page.getByTestId('compare').getByText("Couldn't load the image.")).toBeVisible()
    await expect(skeleton(page)).toHaveCount(0)
    // Waits until earlier requests have failed, because a new request could share their failure.
    await page.unrouteAll({ behavior: 'wait' })
    await fails(pathOf(large))
    await again.click()
    await expect(comparedImages(page)).toHaveCount(2)
    await page.keyboard.press('Escape')
  })

  await test.step('marks are hidden while their image cannot be loaded', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('main', { name: 'Stage: Large' })).toBeVisible()
    await expect(error).toBeVisible()
    await expect(page.locator('[data-mark]')).toHaveCount(0)
    await page.unroute(`**${pathOf(large)}*`)
    await again.click()
    await expect(page.locator('[data-mark]')).toBeVisible()
  })

  await test.step('a downscaled image shows its original size and its scale', async () => {
    await page.getByRole('button', { name: /: evidence details$/ }).click()
    const size = page.getByText(/^64×20000, shown at 81%/)
    await expect(size).toBeVisible()
    await expect(page.getByText(/It is shown with 52×16384 pixels, which count as 100%/)).toBeVisible()
  })
})

test('the previous image fades out in 120 ms, and is never visible under the new marks', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const first = await upload(agent, reviewId, await plainImage(1000, 600), { title: 'First' })
  const second = await upload(agent, reviewId, await plainImage(1000, 601), { title: 'Second' })
  const geometry = { x: 0.5, y: 0.5 }
  await agent('POST', `/v1/artifacts/${second.artifactId}/annotations`, { geometry, body: 'Here.' })
  const release = await holdEvidence(page, second)
  await open(`/reviews/${reviewId}#${first.artifactId}`)
  const sources = () =>
    stage(page)
      .locator('img')
      .evaluateAll((all: HTMLImageElement[]) => all.map(each => new URL(each.src).pathname))
  await expect.poll(sources).toEqual([pathOf(first)])
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: /^Comment 1:/ })).toBeVisible()
  await expect.poll(sources).toEqual([])
  release()
  await expect.poll(sources).toEqual([pathOf(second)])

  await page.keyboard.press('ArrowUp')
  await expect.poll(sources).toEqual([pathOf(first)])
})
