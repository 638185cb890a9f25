import sharp from 'sharp'
import { upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { pixels, plainImage, pngImage } from '../../support/media/samples'
import { settled } from '../../support/browser/settled'
import { choose, commentItem } from '../../support/browser/comments'
import { drag, geometryOf, stagePoints, uploadMarked } from '../../support/browser/stage'
import { doubleTap } from '../../support/browser/touch'

test('keys zoom an image to a scale of 100 %, and the wheel, Space and pan tool move it', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await uploadMarked(person, agent, reviewId)
  await upload(agent, reviewId, await plainImage(1600, 1400), { title: 'Large' })
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()

  await test.step('from a scale of 100 % on, image pixels are sharp and pins keep their size', async () => {
    const pin = page.getByRole('button', { name: /^Comment 1:/ })
    const before = await pin.boundingBox()
    await expect(shown).toHaveCSS('image-rendering', 'auto')
    await page.keyboard.press('1')
    await expect(page.getByRole('button', { name: 'Zoom 100%' })).toBeVisible()
    await expect(shown).toHaveCSS('image-rendering', 'pixelated')
    const at = await shown.boundingBox()
    expect([at?.width, at?.height, (at?.x ?? 0.5) % 1, (at?.y ?? 0.5) % 1]).toEqual([1000, 500, 0, 0])
    await page.keyboard.press('+')
    expect((await pin.boundingBox())?.width).toBe(before?.width)
    await page.keyboard.press('0')
    await expect(shown).toHaveCSS('image-rendering', 'auto')
  })

  await test.step('wheel, held Space and pan tool move the image, and 0 fits it to the stage', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('main', { name: 'Stage: Large' })).toBeVisible()
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
    const where = async () => {
      const box = await shown.boundingBox()
      return { x: Math.round(box?.x ?? 0), y: Math.round(box?.y ?? 0), width: Math.round(box?.width ?? 0) }
    }
    const fitted = await where()
    await page.keyboard.press('1')
    await expect.poll(async () => (await where()).width).toBe(1600)
    const from = await where()
    await page.mouse.move(700, 400)
    await page.mouse.wheel(0, 120)
    await expect.poll(where).toEqual({ ...from, y: from.y - 120 })
    await page.keyboard.down('Shift')
    await page.mouse.wheel(0, 80)
    await page.keyboard.up('Shift')
    await expect.poll(where).toEqual({ ...from, x: from.x - 80, y: from.y - 120 })

    await page.keyboard.down(' ')
    await drag(page, { x: 600, y: 300 }, { x: 650, y: 340 })
    await page.keyboard.up(' ')
    await expect.poll(where).toEqual({ ...from, x: from.x - 30, y: from.y - 80 })
    await page.keyboard.press('h')
    await drag(page, { x: 600, y: 300 }, { x: 570, y: 300 })
    await expect.poll(where).toEqual({ ...from, x: from.x - 60, y: from.y - 80 })
    await expect(page.getByLabel('Comment on this spot')).toHaveCount(0)
    await page.keyboard.press('0')
    await expect.poll(where).toEqual(fitted)
  })
})

test.describe('image pixels match device pixels on a screen with two device pixels per CSS pixel', () => {
  test.use({ deviceScaleFactor: 2 })

  test('at a scale of 100 %, each image pixel is shown unchanged as one device pixel', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    const [width, height] = [640, 480]
    await upload(agent, reviewId, await pngImage(width, height))
    await open(`/reviews/${reviewId}`)
    const shown = page.getByTestId('stage').locator('img')
    await expect(shown).toBeVisible()
    await page.keyboard.press('1')
    await expect(page.getByRole('button', { name: 'Zoom 100%' })).toBeVisible()
    await settled(page)
    const box = await shown.boundingBox()
    expect([box?.width, box?.height]).toEqual([width / 2, height / 2])
    const seen = await sharp(await page.screenshot({ clip: box ?? undefined }))
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(seen.equals(pixels(width, height))).toBe(true)
  })
})

test.describe('touch gestures work on the stage', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })

  test('taps select pins, two fingers or two taps zoom, and one finger moves the image or swipes', async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    const { artifactId } = await uploadMarked(person, agent, reviewId)
    await upload(agent, reviewId, await plainImage(1000, 500), { title: 'Second' })
    for (const body of ['Lower.', 'Upper.'])
      await agent('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x: 0.85, y: 0.3 }, body })
    await open(`/reviews/${reviewId}#${artifactId}`)
    const at = await stagePoints(page)

    await test.step('taps select overlapping comments one after another', async () => {
      const { x, y } = await at(0.85, 0.3)
      for (const number of [3, 2, 3]) {
        await page.touchscreen.tap(x, y)
        await expect(
          page.getByRole('button', { name: new RegExp(`^Comment ${number}: Point`) }),
        ).toHaveAttribute('aria-pressed', 'true')
      }
    })

    await page.getByRole('button', { name: /^Comment 1:/ }).tap()
    const shown = page.getByTestId('stage').locator('img')
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
      })
    const slide = async (from: { x: number; y: number }, dx: number) => {
      await touch('touchStart', from)
      for (const by of [0.5, 1]) await touch('touchMove', { x: from.x + by * dx, y: from.y })
      await touch('touchEnd')
    }
    const widthOf = async () => (await shown.boundingBox())?.width ?? 0
    const whole = await widthOf()
    const tools = page.getByRole('button', { name: 'Tools', exact: true })

    await test.step('two fingers zoom and move the image with its marks', async () => {
      const middle = await at(0.5, 0.5)
      const left = (by: number) => ({ x: middle.x - by, y: middle.y })
      await touch('touchStart', left(20))
      await touch('touchStart', left(20), left(-20))
      await touch('touchMove', left(40), left(-40))
      await touch('touchMove', left(60), left(-60))
      // During the gesture, the toolbar is hidden, because it would cover a part of the enlarged image.
      await expect(tools).toBeHidden()
      await touch('touchEnd')
      await expect(tools).toBeVisible()
      await expect.poll(async () => (await widthOf()) / whole).toBeCloseTo(3, 1)
      await expect(page.getByLabel('Comment on this spot')).toHaveCount(0)
    })

    await test.step('one finger moves the image, and a mark only while its comment is edited', async () => {
      const from = await at(0.45, 0.45)
      await slide(from, -60)
      await expect.poll(async () => Math.round((await at(0.45, 0.45)).x - from.x)).toBeLessThan(-20)
      expect((await geometryOf(agent, reviewId)).x).toBe(0.25)
      await choose(commentItem(page, 'Too wide.'), 'Edit')
      await expect(page.getByLabel('Edit comment')).toBeVisible()
      await slide(await at(0.45, 0.45), 60)
      await expect(page.getByText('Comment 1 moved')).toBeVisible()
      await expect.poll(async () => (await geometryOf(agent, reviewId)).x).toBeGreaterThan(0.27)
      // Chromium may treat a tap right after a movement as the end of the movement, so the tap is repeated.
      await expect(async () => {
        await page.getByRole('button', { name: 'Cancel' }).tap({ timeout: 1000 })
        await expect(page.getByLabel('Edit comment')).toHaveCount(0, { timeout: 1000 })
      }).toPass()
      // The toast is at the lower edge of the image, where the next taps are.
      const toast = page.locator('[data-toast]').filter({ hasText: 'Comment 1 moved' })
      await toast.getByRole('button', { name: 'Dismiss' }).tap()
      await expect(toast).toHaveCount(0)
      // The stage gets higher when the form closes, which would end a gesture.
      await settled(page)
    })

    await test.step('a double tap fits the image, another one zooms in, and no form is open', async () => {
      for (const factor of [1, 2.5]) {
        const spot = await at(0.45, 0.75)
        await doubleTap(page, spot.x, spot.y)
        await expect.poll(async () => (await widthOf()) / whole).toBeCloseTo(factor, 1)
        await expect(page.getByLabel('Comment on this spot')).toHaveCount(0)
      }
    })

    await test.step('an image that two fingers made smaller than the stage is fitted again', async () => {
      const middle = await at(0.45, 0.75)
      const pointAt = (by: number) => ({ x: middle.x + by, y: middle.y })
      await touch('touchStart', pointAt(-150))
      await touch('touchStart', pointAt(-150), pointAt(150))
      for (const by of [100, 50, 15]) await touch('touchMove', pointAt(-by), pointAt(by))
      await expect.poll(widthOf).toBeLessThan(whole / 2)
      await touch('touchEnd')
      await expect.poll(widthOf).toBe(whole)
    })

    await test.step('a swipe over or next to the image opens the next or previous evidence', async () => {
      const main = page.getByRole('main', { name: /^Stage/ })
      const from = await at(0.7, 0.5)
      await slide(from, -100)
      await expect(main).toHaveAccessibleName('Stage: Second')
      await expect(shown).toBeVisible()
      await slide({ x: 150, y: from.y + 150 }, 100)
      await expect(main).not.toHaveAccessibleName('Stage: Second')
    })
  })
})
