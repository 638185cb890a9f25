import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { ComparisonSettings } from '#shared/contract/comparison'
import { allFindings } from '../../support/browser/checks/all-findings'
import { findings } from '../../support/browser/checks/axe'
import { boxOf, compared, openPin, places } from '../../support/browser/comparison'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { holdRequests } from '../../support/browser/hold-requests'
import { drag } from '../../support/browser/stage'
import { themes } from '../../support/browser/checks/themes'
import { sheet, uploadAddressed, uploadTwice } from '../../support/reviews/comparisons'
import { revise, upload } from '../../support/reviews/uploads'

const result = (page: Page) => compared(page).getByTestId('difference-result')

test('the difference counts changed pixels and steps through the changes', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await uploadTwice(agent, reviewId)
  for (const paper of [await sheet(400, 300), await sheet(400, 300, [0, 0, 400, 300])]) {
    const one = await upload(agent, reviewId, paper)
    await revise(agent, one.artifactId, paper)
  }
  await open(`/reviews/${reviewId}`)

  await test.step('A change that is requested before the difference is computed is shown later', async () => {
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    // Holds only the requests of the worker, which uses `fetch`. The page itself loads its images with `img`.
    const release = await holdRequests(page, '**/e/**', request => request.resourceType() === 'fetch')
    await page.keyboard.press('d')
    await expect(result(page)).toHaveText('Comparing…')
    await page.keyboard.press('x')
    await page.keyboard.press('x')
    release()
    await expect(compared(page).getByText(/^2 of \d$/)).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('Changed pixels are counted, and buttons step through the changes', async () => {
    // The changed pixels are two strips of a moved box, a new box, and the rows that only the second image
    // has.
    await expect(result(page)).toHaveText(
      new RegExp(`^${(2 * 300 * 20 + 50 * 20 + 1000 * 20).toLocaleString('en-US')} pixels changed, `),
    )
    await page.getByRole('button', { name: 'Previous change' }).click()
    await expect(compared(page).getByText(/^1 of \d$/)).toBeVisible()
    const seen = await boxOf(compared(page).locator('.change-frame-shown'))
    expect([seen.width > 40, seen.height > 20]).toEqual([true, true])
    await page.getByRole('button', { name: 'Next change' }).click()
    await expect(compared(page).getByText(/^2 of \d$/)).toBeVisible()
  })

  for (const [paper, colorScheme] of [
    ['white', 'dark'],
    ['dark', 'light'],
  ] as const)
    await test.step(`Unchanged ${paper} areas keep their lightness in the ${colorScheme} theme`, async () => {
      await page.emulateMedia({ colorScheme })
      await page.keyboard.press('ArrowDown')
      await expect(compared(page).getByRole('img', { name: 'r2 · latest' })).toBeVisible()
      await expect(result(page)).toHaveText('No difference')
      await expect(page.locator('html')).toHaveClass(new RegExp(colorScheme))
      const image = await boxOf(compared(page).locator('img'))
      const clip = { x: image.x + 200, y: image.y + 150, width: 1, height: 1 }
      const [red = 0] = await sharp(await page.screenshot({ clip }))
        .raw()
        .toBuffer()
      expect(paper === 'white' ? red > 180 : red < 60).toBe(true)
    })
  expect(pageErrors).toEqual([])
})

/** Returns a white image with five lines like text. The first one is `top` pixels from above. */
function lines(top: number): Promise<Buffer> {
  const [width, height] = [400, 400]
  const data = Buffer.alloc(width * height * 3, 255)
  for (let line = 0; line < 5; line++) {
    for (let i = 0; i < 300 * 16; i++) {
      const at = (top + line * 60 + Math.floor(i / 300)) * width + 40 + (i % 300)
      // Each line has the same pattern at any height of the image, and different lines have different
      // patterns.
      data.fill((((i * 7919 + line * 104_729) >> 3) % 5) * 60, at * 3, at * 3 + 3)
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

test('the older picture is shown while a key, the button or a finger is held', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await uploadTwice(agent, reviewId)
  await open(`/reviews/${reviewId}?compare=difference`)
  await expect(result(page)).toHaveText(/pixels changed/)
  const shown = (name: string) => compared(page).locator(`img[alt="${name}"]`)
  await page.keyboard.down('Shift')
  await page.keyboard.down('D')
  await expect(shown('r1')).toBeVisible()
  await expect(shown('r2 · latest')).toBeHidden()
  await page.keyboard.up('D')
  await page.keyboard.up('Shift')
  await expect(shown('r1')).toHaveCount(0)

  const button = page.getByRole('button', { name: 'Hold to see r1' })
  await button.hover()
  await page.mouse.down()
  await expect(shown('r1')).toBeVisible()
  await page.mouse.up()
  await expect(shown('r1')).toHaveCount(0)

  const picture = compared(page).getByRole('group', { name: /^Difference between/ })
  const { x, y, width, height } = await boxOf(picture)
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', points: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [{ x: x + width / 2, y: y + height / 2 }])
  await expect(shown('r1')).toBeVisible()
  await touch('touchEnd', [])
  await expect(shown('r1')).toHaveCount(0)
  // The finger that showed the older picture did not begin a comment.
  await expect(compared(page).getByRole('textbox')).toHaveCount(0)
})

test('a difference that was shown before is shown again without a computation', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await uploadTwice(agent, reviewId)
  await open(`/reviews/${reviewId}?compare=difference`)
  await expect(result(page)).toHaveText(/pixels changed/)
  await page.keyboard.press('w')
  await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
  // The worker loads the images again for each computation, so it would now fail.
  await page.route('**/e/**', route => route.abort())
  await page.keyboard.press('d')
  await expect(result(page)).toHaveText(/pixels changed/)
  await expect(compared(page).locator('canvas').first()).toBeVisible()
})

test('a block of lines that moved is one change, and the change says how far it moved', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await lines(20))
  await revise(agent, artifactId, await lines(60))
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.keyboard.press('d')
  await expect(result(page)).toHaveText('1 moved')
  await page.keyboard.press('x')
  await expect(compared(page).getByText('1 of 1')).toBeVisible()
  await page.keyboard.press('s')
  const change = page.getByRole('list', { name: 'Changes' }).getByRole('button')
  await expect(change).toHaveText(/^AMoved 40 px down · /)
  // The moved block is marked at its place in both pictures.
  await expect(change.getByTestId('marked-change')).toHaveCount(2)
})

/**
 * Changes the pixels that the worker reads from canvases: `noisy` adds noise of one level, as some browsers
 * do, and `hidden` makes all pixels white.
 */
async function changeReading(page: Page, reading: 'noisy' | 'hidden' | 'exact') {
  await page.unrouteAll()
  if (reading === 'exact') return
  const change = reading === 'noisy' ? 'level + (at % 7 === 3 ? 1 : at % 5 === 1 ? -1 : 0)' : '255'
  await page.route(/difference[^/]*\.js/, async route => {
    const response = await route.fetch()
    const patch = `{
      const context = OffscreenCanvasRenderingContext2D.prototype
      const read = context.getImageData
      context.getImageData = function (...args) {
        const image = read.apply(this, args)
        image.data.forEach((level, at) => { if (at % 4 < 3) image.data[at] = ${change} })
        return image
      }
    }\n`
    await route.fulfill({ response, body: patch + (await response.text()) })
  })
}

test('noise that a browser adds to the pixels of canvases does not count as a change', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const paper = (lossless: boolean, level: number) =>
    sharp({
      create: { width: 300, height: 200, channels: 3, background: { r: level, g: 150, b: 90 } },
    })
      .webp({ lossless })
      .toBuffer()
  const same = await upload(agent, reviewId, await sheet(400, 300))
  await revise(agent, same.artifactId, await sheet(400, 300))
  const slight = await upload(agent, reviewId, await paper(true, 100), { mime: 'image/webp' })
  await revise(agent, slight.artifactId, await paper(true, 101), { mime: 'image/webp' })

  await test.step('Every changed pixel of a lossless WebP image counts', async () => {
    await open(`/reviews/${reviewId}`)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('d')
    await expect(result(page)).toHaveText(/^60,000 pixels changed, /)
  })
  await test.step('With canvas noise, slight differences do not count; equal files have none', async () => {
    await changeReading(page, 'noisy')
    await page.reload()
    await expect(result(page)).toHaveText('No visible difference. This browser hides slight ones.')
    await page.keyboard.press('ArrowUp')
    await expect(result(page)).toHaveText('No difference')
  })
  await test.step('A message is shown if the browser hides the pixels of canvases', async () => {
    await changeReading(page, 'hidden')
    await page.reload()
    await expect(result(page)).toHaveText('No difference')
    await page.keyboard.press('ArrowDown')
    await expect(result(page)).toHaveText(/^This browser doesn't let pages read images/)
  })
})

test('ignored changes and a higher threshold are stored for everyone who compares the screen', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const one = await upload(agent, reviewId, await sheet(800, 600, [100, 100, 50, 50]))
  await revise(agent, one.artifactId, await sheet(800, 600, [100, 160, 50, 50], [600, 400, 40, 40]))
  await open(`/reviews/${reviewId}?compare=difference`)
  const count = compared(page).getByText(/^\d changes?$/)
  const region = compared(page).getByTestId('ignored-region')
  const settings = compared(page).getByRole('group', { name: 'Difference settings' })
  const ignore = settings.getByRole('button', { name: 'Ignore this change' })
  const drawRegion = settings.getByRole('button', { name: 'Draw a region to ignore' })
  const showSettings = () => compared(page).getByRole('button', { name: 'Difference settings' }).click()

  await test.step('Ignoring a change keeps the focus on the button, and Ctrl+Z undoes it', async () => {
    await expect(count).toHaveText('2 changes')
    await showSettings()
    await settings.getByLabel('Threshold for differences').selectOption('Over 25%')
    await expect(count).toHaveText('2 changes')
    await expect(ignore).toBeDisabled()
    await page.getByRole('button', { name: 'Next change' }).click()
    await ignore.press('Enter')
    await expect(region).toHaveCount(1)
    await expect(count).toHaveText('1 change')
    await expect(ignore).toBeFocused()
    await page.keyboard.press('Control+z')
    // The change that was ignored is chosen again.
    await expect(compared(page).getByText('1 of 2')).toBeVisible()
    await expect(region).toHaveCount(0)
    await ignore.press('Enter')
    await expect(region).toHaveCount(1)
    await expect(count).toHaveText('1 change')
  })

  await test.step('Changed pixels in a drawn ignored region do not count', async () => {
    await page.keyboard.press('0')
    await drawRegion.click()
    // The settings close before the region is drawn, because they would cover the region.
    await expect(settings).toHaveCount(0)
    await expect(compared(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    const shown = await boxOf(compared(page).locator('img'))
    const at = (x: number, y: number) => ({ x: shown.x + shown.width * x, y: shown.y + shown.height * y })
    await drag(page, at(0.7, 0.6), at(0.9, 0.8))
    await expect(settings).toBeVisible()
    await expect(result(page)).toHaveText('No difference')
  })

  await test.step('Ignored regions and the threshold are stored, and restored after a reload', async () => {
    const path = `/v1/artifacts/${one.artifactId}/comparison-settings`
    const stored = async () => (await agent<ComparisonSettings>('GET', path)).body
    await expect.poll(async () => (await stored()).ignored.length).toBe(2)
    expect((await stored()).threshold).toBe(0.25)
    await page.reload()
    await expect(result(page)).toHaveText('No difference')
    await expect(region).toHaveCount(2)
    await showSettings()
    await expect(settings.getByLabel('Threshold for differences')).toHaveValue('0.25')
    expect(await findings(page)).toEqual([])
  })

  await test.step('One ignored region, or all ignored regions, can be removed', async () => {
    await page.getByRole('button', { name: 'Stop ignoring region 2' }).click()
    await expect(count).toHaveText('1 change')
    await settings.getByRole('button', { name: 'Clear 1 ignored region' }).press('Enter')
    await expect(count).toHaveText('2 changes')
    await expect(drawRegion).toBeFocused()
  })

  await test.step('Escape in a dialog above the difference settings closes only the dialog', async () => {
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(keys).toHaveCount(0)
    await expect(settings).toBeVisible()
  })

  await test.step('Escape in a comment form above the difference settings closes only it', async () => {
    await page.getByRole('button', { name: 'Comment on this change' }).click()
    const field = compared(page).getByRole('textbox')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(settings).toBeVisible()
  })

  await test.step('Each Escape closes one thing: drawing, difference settings, comparison', async () => {
    await drawRegion.click()
    await page.keyboard.press('Escape')
    await expect(settings).toBeVisible()
    await settings.getByLabel('Threshold for differences').press('Escape')
    await expect(settings).toHaveCount(0)
    await expect(compared(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(compared(page)).toHaveCount(0)
  })
})

for (const colorScheme of themes)
  test(`an addressed comment opens a comparison that shows its spot and mark (${colorScheme})`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    const { r1, threadId } = await uploadAddressed(person, agent, reviewId)
    await open(`/reviews/${reviewId}`)

    await test.step('An addressed comment shows its spot before and after the fix', async () => {
      const fixComparison = page.getByRole('button', { name: 'Compare r1 and r2 at this spot' })
      await expect(page.getByText('r1, before')).toBeVisible()
      await expect
        .poll(() =>
          fixComparison
            .locator('img')
            .evaluateAll(all => all.every(each => (each as HTMLImageElement).naturalWidth > 0)),
        )
        .toBe(true)
      // Both halves of the comparison show the mark of the comment.
      await expect(fixComparison.getByTestId('crop-mark')).toHaveCount(2)
      const mark = fixComparison.getByTestId('crop-mark').first()
      const [inner, outer] = [await boxOf(mark), await boxOf(mark.locator('..'))]
      expect(inner.width).toBeGreaterThan(20)
      expect(inner.x).toBeGreaterThan(outer.x)
      expect(inner.x + inner.width).toBeLessThan(outer.x + outer.width)
      await fixComparison.click({ position: { x: 20, y: 20 } })
    })

    const mark = openPin(compared(page))
    await test.step('A click on the picture of the spot opens the comparison at the spot', async () => {
      await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
      await expect(mark).toHaveAccessibleName(/^Comment 1/)
      // The side without the comment shows an outline at the same place.
      const opposite = compared(page).getByRole('group', { name: /^r2/ }).getByTestId('opposite-mark')
      expect((await boxOf(opposite)).width).toBeGreaterThan(100)
      // The shapes of comments are below the letters of changes.
      await expect(
        compared(page)
          .locator('[data-testid=compare-marks] > :has(canvas) ~ * > [data-testid=change-frame]')
          .first(),
      ).toBeVisible()
      const { pathname, search, hash } = new URL(page.url())
      expect(pathname + search + hash).toBe(
        `/reviews/${reviewId}?compare=side-by-side&with=${r1}#${threadId}`,
      )
      const [left] = await places(page)
      const pane = await boxOf(compared(page).getByRole('group', { name: 'r1', exact: true }))
      expect(left.width).toBe(1000)
      expect(Math.abs(left.x + 250 - (pane.x + pane.width / 2))).toBeLessThan(3)
      // The lower edge of the comment's area is above the strip of changes.
      expect(left.y + 800 * 0.75).toBeLessThan(pane.y + pane.height)
      expect(left.y + 800 * 0.625).toBeGreaterThan(pane.y)
      const shown = page.getByLabel('Shown revision').locator('option:checked')
      await expect(shown).toHaveText('r2 · latest')
    })

    const found: Record<string, string[]> = {}
    for (const width of [1440, 390])
      await test.step(`At ${width} pixels, every compare mode draws the mark and passes axe`, async () => {
        await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 })
        for (const [key, mode] of [
          ['w', 'swipe'],
          ['o', 'onion-skin'],
          ['d', 'difference'],
          ['s', 'side-by-side'],
        ] as const) {
          await page.keyboard.press(key)
          await expect(compared(page)).toHaveAttribute('data-mode', mode)
          const shapes = compared(page).getByTestId('compare-marks').locator('canvas')
          await expect(shapes.first()).toBeVisible()
          // In the other modes only the comparison is checked, because the rest of the page is the same.
          const part = mode === 'side-by-side' ? undefined : '[data-testid=compare]'
          found[`${mode} ${width}`] = await allFindings(page, part)
        }
      })
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(name => [name, []])))

    await page.setViewportSize({ width: 1440, height: 900 })
    const shapes = (name: string) =>
      compared(page).getByRole('group', { name, exact: true }).getByTestId('compare-marks').locator('canvas')
    await expect(shapes('r1')).toBeVisible()
    await expect(shapes('r2 · latest')).toHaveCount(0)
    await page.keyboard.press('Shift+H')
    await expect(shapes('r1')).toHaveCount(0)
  })
