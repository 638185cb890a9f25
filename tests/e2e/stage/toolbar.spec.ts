import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Call } from '../../support/server/client'
import { revise, upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { settled } from '../../support/browser/settled'
import { plainImage, sample } from '../../support/media/samples'
import { expandTools } from '../../support/browser/stage'

const stage = (page: Page) => page.getByRole('main', { name: /^Stage/ })

/** Creates an image with two revisions, and a video, so that the toolbar has every button. */
async function evidence(agent: Call, reviewId: string) {
  const { artifactId } = await upload(agent, reviewId, await plainImage(900, 1200), {
    title: 'Cart with a voucher',
  })
  await revise(agent, artifactId, await plainImage(900, 1200))
  const video = { kind: 'video', mime: 'video/webm', title: 'Resize' }
  await upload(agent, reviewId, await readFile(sample('live.webm')), video)
}

/** Returns the buttons of the toolbar that are not completely inside the stage. */
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

type Screen = readonly [width: number, height: number]

/** Runs a check for each screen size, after the page has been laid out for this size. */
async function onEach(page: Page, screens: readonly Screen[], check: (screen: Screen) => Promise<void>) {
  for (const screen of screens)
    await test.step(`toolbar buttons have their places on a screen of ${screen.join(' × ')}`, async () => {
      await page.setViewportSize({ width: screen[0], height: screen[1] })
      await settled(page)
      await check(screen)
    })
}

test.describe('toolbars fit a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } })

  test('on a touch screen, the buttons of the toolbars are 44 × 40 pixels or larger, in one row', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await evidence(agent, reviewId)
    await open(`/reviews/${reviewId}`)
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    const checkAll = (name: string) =>
      onEach(
        page,
        [
          [1024, 768],
          [844, 390],
          [768, 1024],
          [390, 844],
          [360, 740],
        ],
        async ([width]) => {
          // On a phone, upright or in landscape, the tools are collapsed at first.
          if (name === 'Tools') await expandTools(page)
          const toolbar = page.getByRole('toolbar', { name })
          await expect(toolbar).toBeVisible()
          const buttons = toolbar.getByRole('button')
          const heights = await buttons.evaluateAll(all =>
            all.map(each => each.getBoundingClientRect().height),
          )
          expect(new Set(heights)).toEqual(new Set([44]))
          const widths = await buttons.evaluateAll(all => all.map(each => each.getBoundingClientRect().width))
          if (width >= 768) expect(widths.filter(each => each < 40)).toEqual([])
          expect((await toolbar.boundingBox())?.height).toBe(48)
          expect(await cutOff(page)).toEqual([])
        },
      )
    await checkAll('Tools')
    await page.getByRole('button', { name: /^Zoom/ }).tap()
    await page.getByRole('menuitem', { name: 'Compare' }).tap()
    await checkAll('Compare')
  })
})

test('all buttons of the toolbars are inside the stage on every screen and do not cover the image', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const screens: readonly Screen[] = [
    [1024, 768],
    [844, 390],
    [667, 375],
    [390, 844],
    [360, 740],
    [320, 640],
  ]
  await page.setViewportSize({ width: 320, height: 640 })
  await evidence(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const image = page.getByTestId('stage').locator('img')
  await expect(image).toBeVisible()
  await expandTools(page)

  await test.step('on the narrowest screen, the titles have space for at least a few words', async () => {
    const title = page.getByRole('button', { name: /voucher$/ })
    expect((await title.boundingBox())?.width).toBeGreaterThanOrEqual(72)
    const heading = page.getByRole('heading', { level: 1 })
    expect((await heading.boundingBox())?.width).toBeGreaterThanOrEqual(88)
  })

  await test.step('the tools of an image are in one row', () =>
    onEach(page, screens.toReversed(), async ([width]) => {
      expect(await cutOff(page)).toEqual([])
      expect((await page.getByRole('toolbar').boundingBox())?.height).toBe(42)
      if (width !== 1024 && width !== 390) return
      // The image is between the revision buttons above it and the toolbar below it.
      await expect
        .poll(async () => {
          const [picture, chip, bar] = await Promise.all(
            [image, page.getByRole('group', { name: 'Revisions' }), page.getByRole('toolbar')].map(each =>
              each.boundingBox(),
            ),
          )
          if (!picture || !chip || !bar) return null
          return [picture.y > chip.y + chip.height, picture.y + picture.height < bar.y]
        })
        .toEqual([true, true])
    }))

  await test.step('all toolbar buttons are inside a narrow stage between wide panels', async () => {
    for (const name of ['Width of the conversation', 'Width of the evidence list']) {
      await page.getByRole('separator', { name }).focus()
      await page.keyboard.press('End')
    }
    await expect.poll(async () => (await stage(page).boundingBox())?.width).toBeLessThan(270)
    expect(await cutOff(page)).toEqual([])
    for (const name of ['Width of the conversation', 'Width of the evidence list'])
      await page.getByRole('separator', { name }).dblclick()
  })

  await test.step('all buttons of a comparison are inside the stage on every screen', async () => {
    await page.keyboard.press('w')
    await expect(page.getByRole('toolbar', { name: 'Compare' })).toBeVisible()
    await onEach(page, screens, async () => expect(await cutOff(page)).toEqual([]))
  })

  await test.step('the last button of the difference is inside the narrowest screen', async () => {
    await page.keyboard.press('d')
    await expect(page.getByText('No difference').first()).toBeAttached()
    const settings = await page.getByRole('button', { name: 'Difference settings' }).boundingBox()
    expect((settings?.x ?? 320) + (settings?.width ?? 0)).toBeLessThanOrEqual(320 - 12)
    await page.keyboard.press('Escape')
  })

  await test.step('all buttons of a video are inside the stage on every screen', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('main video')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expandTools(page)
    await onEach(page, screens, async () => expect(await cutOff(page)).toEqual([]))
  })

  await test.step('on the narrowest screen, the expanded conversation has the Share button', async () => {
    // Expanded tools have lowered the conversation.
    await page.getByRole('button', { name: 'Expand conversation' }).click()
    await page.getByRole('button', { name: 'Expand conversation' }).click()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

test('the toolbar has nine controls, keeps the last shape, and has modes only in a comparison', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await evidence(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const tools = page.getByRole('toolbar', { name: 'Tools' })
  const names = (bar: typeof tools) =>
    bar.getByRole('button').evaluateAll(all => all.map(each => each.ariaLabel))
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()

  await test.step('the toolbar of an image has nine controls', async () => {
    expect(await names(tools)).toEqual([
      'Select (V)',
      'Point (P)',
      'Rectangle (R)',
      'Shapes to draw',
      'Compare (S)',
      'Contact sheet (B)',
      expect.stringMatching(/^Zoom \d+%$/),
      'Hide panels (\\)',
      'Full screen (F)',
    ])
  })

  await test.step('the button Draw has the shape that was chosen last by menu or key', async () => {
    await tools.getByRole('button', { name: 'Shapes to draw' }).click()
    await expect(page.getByRole('menuitemradio')).toHaveText([/Rectangle/, /Ellipse/, /Arrow/, /Freehand/])
    await page.getByRole('menuitemradio', { name: 'Ellipse' }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(tools.getByRole('button', { name: 'Ellipse (U)' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('a')
    await page.keyboard.press('v')
    await expect(tools.getByRole('button', { name: 'Arrow (A)' })).toHaveAttribute('aria-pressed', 'false')
    await page.reload()
    await tools.getByRole('button', { name: 'Arrow (A)' }).click()
    await expect(tools.getByRole('button', { name: 'Arrow (A)' })).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('the toolbar of a comparison has the modes, and names the current mode', async () => {
    await tools.getByRole('button', { name: 'Compare' }).click()
    const compare = page.getByRole('toolbar', { name: 'Compare' })
    await expect(compare.getByRole('button', { pressed: true })).toHaveCount(2)
    await expect(compare.getByRole('button', { name: /^Side/ })).toHaveAttribute('aria-pressed', 'true')
    expect(await names(compare)).toEqual([
      'Select (V)',
      'Point (P)',
      'Arrow (A)',
      'Shapes to draw',
      'Side by side (S)',
      'Swipe (W)',
      'Onion skin (O)',
      'Difference (D)',
      'Contact sheet (B)',
      expect.stringMatching(/^Zoom \d+%$/),
      'Close comparison (Esc)',
    ])
    await page.keyboard.press('Escape')
  })

  await test.step('the zoom menu zooms, and makes the background neutral on this device', async () => {
    const zoom = tools.getByRole('button', { name: /^Zoom \d/ })
    await zoom.click()
    await page.getByRole('menuitem', { name: 'Actual size' }).click()
    await expect(zoom).toHaveAccessibleName('Zoom 100%')
    await zoom.click()
    await page.getByRole('menuitemcheckbox', { name: 'Neutral room' }).click()
    await page.reload()
    await zoom.click()
    await expect(page.getByRole('menuitemcheckbox', { name: 'Neutral room' })).toBeChecked()
    await page.keyboard.press('Escape')
  })
})

test('at rest, the toolbar has a background only over the image, or after the pointer has moved', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await evidence(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const tools = page.getByRole('toolbar', { name: 'Tools' })
  const hasSurface = () =>
    tools.evaluate(each => getComputedStyle(each).backgroundColor !== 'rgba(0, 0, 0, 0)')
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await expect.poll(hasSurface).toBe(false)
  await expect(tools.locator('button').first()).toHaveCSS('opacity', '0.72')
  await page.getByTestId('stage').hover({ position: { x: 40, y: 40 } })
  await expect.poll(hasSurface).toBe(true)
  await expect.poll(hasSurface).toBe(false)

  await test.step('a toolbar with the keyboard focus keeps its background', async () => {
    await tools.getByRole('button').first().focus()
    await page.keyboard.press('Tab')
    await expect(page.locator('main[data-idle]')).toHaveCount(1)
    expect(await hasSurface()).toBe(true)
    await page.getByTestId('stage').focus()
  })

  await test.step('a toolbar over an enlarged image keeps its background', async () => {
    await page.keyboard.press('1')
    for (let each = 0; each < 4; each++) await page.keyboard.press('+')
    await expect(page.locator('main[data-idle]')).toHaveCount(1)
    expect(await hasSurface()).toBe(true)
  })
})
