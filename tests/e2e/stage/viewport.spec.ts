import sharp from 'sharp'
import type { Thread } from '#shared/contract/thread'
import { upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pixels, pngImage } from '../../support/media/samples'
import { settled } from '../../support/browser/settled'
import { drag, geometryOf, stagePoints, uploadMarked } from '../../support/browser/stage'

const png = (width = 1000, height = 500) => pngImage(width, height)

test('line widths do not scale with the image, and pixels are exact from 100 % upwards', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await uploadMarked(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('img')
  const pin = page.getByRole('button', { name: /^Comment 1:/ })
  const before = await pin.boundingBox()
  await expect(shown).toHaveCSS('image-rendering', 'auto')
  await page.keyboard.press('1')
  await expect(page.getByRole('button', { name: '100 %, zoom to actual size' })).toBeVisible()
  await expect(shown).toHaveCSS('image-rendering', 'pixelated')
  const at = await shown.boundingBox()
  expect([at?.width, at?.height, (at?.x ?? 0.5) % 1, (at?.y ?? 0.5) % 1]).toEqual([1000, 500, 0, 0])
  await page.keyboard.press('+')
  expect((await pin.boundingBox())?.width).toBe(before?.width)
  await page.keyboard.press('0')
  await expect(shown).toHaveCSS('image-rendering', 'auto')
})

test('zooming keeps the point under the cursor, also in the small steps of a trackpad', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  const box = await shown.boundingBox()
  if (!box) throw new Error('The stage shows no image.')
  const cursor = { x: Math.round(box.x + 60), y: Math.round(box.y + 40) }
  const under = async () => {
    const now = await shown.boundingBox()
    return now
      ? { x: (cursor.x - now.x) / now.width, y: (cursor.y - now.y) / now.height, width: now.width }
      : null
  }
  const before = await under()
  await page.getByTestId('stage').evaluate((stage, at) => {
    for (let i = 0; i < 250; i++)
      stage.dispatchEvent(
        new WheelEvent('wheel', {
          deltaY: -1,
          ctrlKey: true,
          clientX: at.x,
          clientY: at.y,
          bubbles: true,
          cancelable: true,
        }),
      )
  }, cursor)
  await expect.poll(async () => ((await under())?.width ?? 0) / box.width).toBeGreaterThan(3)
  const after = await under()
  // Within one device pixel.
  expect(Math.abs((after?.x ?? 0) - (before?.x ?? 1)) * (after?.width ?? 0)).toBeLessThan(1.5)
  expect((Math.abs((after?.y ?? 0) - (before?.y ?? 1)) * (after?.width ?? 0)) / 2).toBeLessThan(1.5)
})

test('the image is moved by wheel, held Space and the pan tool, and zoomed to fit', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(3000, 3000))
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  const where = async () => {
    const box = await shown.boundingBox()
    return { x: Math.round(box?.x ?? 0), y: Math.round(box?.y ?? 0), width: Math.round(box?.width ?? 0) }
  }
  const fitted = await where()
  await page.keyboard.press('1')
  await expect.poll(async () => (await where()).width).toBe(3000)
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

test('an image as high as the stage lies between its bars', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png(900, 1200))
  for (const size of [
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await open(`/reviews/${reviewId}`)
    const shown = page.getByTestId('stage').locator('img')
    await expect(shown).toBeVisible()
    const [picture, chip, bar] = await Promise.all(
      [shown, page.getByRole('group', { name: 'Revisions' }), page.getByRole('toolbar')].map(each =>
        each.boundingBox(),
      ),
    )
    expect(picture?.y).toBeGreaterThan((chip?.y ?? 0) + (chip?.height ?? 0))
    expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
  }
})

test('a link to a comment far down a tall image scrolls the image to it, not the page', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png(600, 9000))
  const thread = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.9 },
    body: 'Down here.',
  })
  await open(`/reviews/${reviewId}#${thread.body.threadId}`)
  await expect(page.getByRole('button', { name: /^Comment 1:/ })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Totals wrap on narrow screens' })).toBeInViewport()
})

test.describe('on a screen of two pixels each', () => {
  test.use({ deviceScaleFactor: 2 })

  test('100 % shows each image pixel as one device pixel, unchanged', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    const [width, height] = [640, 480]
    await upload(agent, reviewId, await png(width, height))
    await open(`/reviews/${reviewId}`)
    const shown = page.getByTestId('stage').locator('img')
    await expect(shown).toBeVisible()
    await page.keyboard.press('1')
    await expect(page.getByRole('button', { name: '100 %, zoom to actual size' })).toBeVisible()
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

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })

  test('two fingers zoom and move the image with its marks, and one finger moves a mark', async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await uploadMarked(person, agent, reviewId)
    await open(`/reviews/${reviewId}`)
    const at = await stagePoints(page)
    await page.getByRole('button', { name: /^Comment 1:/ }).tap()
    const shown = page.getByTestId('stage').locator('img')
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
      })
    const middle = await at(0.5, 0.5)
    const before = await shown.boundingBox()
    const left = (by: number) => ({ x: middle.x - by, y: middle.y })
    await touch('touchStart', left(20))
    await touch('touchStart', left(20), left(-20))
    await touch('touchMove', left(40), left(-40))
    await touch('touchMove', left(60), left(-60))
    await touch('touchEnd')
    await expect
      .poll(async () => ((await shown.boundingBox())?.width ?? 0) / (before?.width ?? 1))
      .toBeCloseTo(3, 1)
    await expect(page.getByLabel('Comment on this spot')).toHaveCount(0)

    const from = await at(0.45, 0.45)
    await touch('touchStart', from)
    await touch('touchMove', { x: from.x + 30, y: from.y })
    await touch('touchMove', { x: from.x + 60, y: from.y })
    await touch('touchEnd')
    await expect.poll(async () => (await geometryOf(agent, reviewId)).x).toBeGreaterThan(0.27)
  })
})

test('keys scroll a tall image, and a list that has the focus', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png(1000, 6000))
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  const stage = await page.getByTestId('stage').boundingBox()
  const top = async () => Math.round((await shown.boundingBox())?.y ?? 0)
  const bottom = async () => {
    const box = await shown.boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0))
  }
  const start = await top()
  const height = stage?.height ?? 0
  await page.keyboard.press('PageDown')
  await expect.poll(top).toBeLessThan(start - height / 2)
  await page.keyboard.press('PageUp')
  await expect.poll(top).toBe(start)
  await page.keyboard.press('End')
  await expect.poll(bottom).toBeLessThanOrEqual((stage?.y ?? 0) + height)
  await page.keyboard.press('Home')
  await expect.poll(top).toBe(start)
  await page.getByRole('navigation', { name: 'Evidence' }).getByRole('button').first().focus()
  await page.keyboard.press('PageDown')
  expect(await top()).toBe(start)
})

test('a rectangle that is drawn to the edge of the stage scrolls a tall image and grows', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(600, 6000))
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  const stage = await page.getByTestId('stage').boundingBox()
  const image = await shown.boundingBox()
  if (!stage || !image) throw new Error('The stage shows no image.')
  await page.mouse.move(image.x + 50, image.y + 100)
  await page.mouse.down()
  await page.mouse.move(image.x + 300, stage.y + stage.height - 4, { steps: 4 })
  await expect.poll(async () => (await shown.boundingBox())?.y ?? 0).toBeLessThan(-stage.height)
  await page.mouse.up()
  await page.getByLabel('Comment on this spot').fill('All of this.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Comment 1: Rectangle/ })).toBeAttached()
  const { threads } = (await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads`)).body
  const { height } = threads[0]?.geometry as { height: number }
  expect(height * image.height).toBeGreaterThan(stage.height)
})
