import type { Page } from '@playwright/test'
import { revise, upload, type Call } from '../../support/server/client'
import { findings } from '../../support/browser/axe'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const stage = (page: Page) => page.getByRole('main', { name: /^Stage/ })
const talk = (page: Page) => page.getByRole('complementary', { name: 'Conversation' })

async function boxOf(page: Page, which: (page: Page) => ReturnType<Page['locator']>) {
  const box = await which(page).boundingBox()
  if (!box) throw new Error('It has no box.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** Creates an image with a comment. */
async function commented(agent: Call, reviewId: string) {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 600))
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Here.',
  })
}

test.describe('on a phone whose screen is half covered', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 480 } })

  test('a comparison has its modes and a way out, below what it shows', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 600))
    await revise(agent, artifactId, await pngImage(1000, 620))
    await open(`/reviews/${reviewId}?compare=difference`)
    const compared = page.getByTestId('compare')
    const images = compared.locator('[role=group] img')
    const bar = page.locator('[data-change-bar]')
    const toolbar = page.getByRole('toolbar', { name: 'Compare' })
    await expect(toolbar).toBeInViewport({ ratio: 1 })
    await expect(bar).toContainText('Next')
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 480 })
      const tools = await boxOf(page, () => toolbar)
      // The images are placed after the page has its new size.
      await expect
        .poll(async () => {
          const [image, result] = [await boxOf(page, () => images), await boxOf(page, () => bar)]
          return image.bottom <= result.y && result.bottom <= tools.y
        })
        .toBe(true)
      const cut = await bar
        .locator('span:not(.sr-only)')
        .evaluateAll(all =>
          all
            .filter(each => each.clientWidth > 1 && each.scrollWidth > each.clientWidth)
            .map(each => each.textContent),
        )
      expect(cut).toEqual([])
    }
    await toolbar.getByRole('button', { name: 'Onion skin (O)' }).tap()
    await expect(compared).toHaveAttribute('data-mode', 'onion-skin')
    await toolbar.getByRole('button', { name: 'Close comparison (Esc)' }).tap()
    await expect(compared).toHaveCount(0)
  })

  test('the stage says that an older revision is shown', async ({ page, agent, reviewId, open }) => {
    const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 500))
    for (const height of [501, 502, 503]) await revise(agent, artifactId, await pngImage(1000, height))
    // The stage is too low for a toolbar over the picture.
    await page.setViewportSize({ width: 390, height: 400 })
    await open(`/reviews/${reviewId}`)
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    await expect(page.getByRole('toolbar', { name: 'Tools' })).toBeHidden()
    for (let times = 0; times < 3; times++) await page.keyboard.press('[')
    const notice = page.getByTestId('stage-notice')
    await expect(notice).toContainText('Viewing r1 of 4')
    await expect(notice).toBeInViewport({ ratio: 1 })
    expect(await findings(page)).toEqual([])
    await notice.getByRole('button', { name: 'Go to latest' }).tap()
    await expect(notice).toBeHidden()
  })
})

test.describe('on a phone in landscape', () => {
  test.use({ hasTouch: true, viewport: { width: 844, height: 390 } })

  test('the conversation is beside the stage, which has most of the screen', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await commented(agent, reviewId)
    await open(`/reviews/${reviewId}`)
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    const [shown, beside] = [await boxOf(page, stage), await boxOf(page, talk)]
    expect(shown.width).toBeGreaterThanOrEqual(422)
    expect(shown.height).toBeGreaterThanOrEqual(340)
    expect([shown.bottom, beside.y, beside.bottom]).toEqual([390, shown.y, 390])
    expect([beside.x, beside.right]).toEqual([shown.right, 844])
    await expect(page.getByRole('button', { name: /conversation$/ })).toHaveCount(0)
    await expect(talk(page).getByText('Here.')).toBeVisible()
    await expect(talk(page).locator('[data-composer]')).toBeInViewport({ ratio: 1 })
    expect(await findings(page)).toEqual([])

    await page.getByRole('button', { name: 'Hide panels' }).tap()
    await expect(talk(page)).toBeHidden()
    await expect.poll(async () => (await boxOf(page, stage)).width).toBe(844)
  })

  test('below the bars of a browser, the page scrolls with room for the tools', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await pngImage(1000, 500))
    await page.setViewportSize({ width: 844, height: 300 })
    await open(`/reviews/${reviewId}`)
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    const toolbar = page.getByRole('toolbar', { name: 'Tools' })
    await toolbar.getByRole('button', { name: 'Rectangle (R)' }).tap()
    await expect(toolbar.getByRole('button', { name: 'Rectangle (R)' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await toolbar.scrollIntoViewIfNeeded()
    await expect(toolbar).toBeInViewport({ ratio: 1 })
  })

  test('turning the phone puts the conversation below the stage, and keeps what was written', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await commented(agent, reviewId)
    await open(`/reviews/${reviewId}`)
    await talk(page).locator('[data-composer]').fill('Half a sentence')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await boxOf(page, talk)).width).toBe(390)
    const [shown, below] = [await boxOf(page, stage), await boxOf(page, talk)]
    expect([below.x, below.y, below.bottom]).toEqual([0, shown.bottom, 844])
    // 38 per cent of the screen.
    expect(below.height).toBeCloseTo(844 * 0.38, 0)
    expect([shown.x, shown.y, shown.width]).toEqual([0, 52, 390])
    await expect(page.getByRole('button', { name: 'Expand conversation' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Hide panels' })).toBeHidden()
    await expect(talk(page).locator('[data-composer]')).toHaveValue('Half a sentence')
  })
})
