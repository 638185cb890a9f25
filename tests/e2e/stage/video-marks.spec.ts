import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Thread } from '#shared/contract/thread'
import { threadsOf, upload, type Call, type Person } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { sample } from '../../support/media/samples'
import { drag } from '../../support/browser/stage'

/** Uploads a video of two seconds, with 320 by 200 pixels and 25 frames a second. */
const film = async (agent: Call, reviewId: string) =>
  upload(agent, reviewId, await readFile(sample('live.webm')), {
    kind: 'video',
    mime: 'video/webm',
    title: 'Resize',
  })

const video = (page: Page) => page.locator('main video')
const isPlaying = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => !element.paused)
const timeOf = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime)
const seek = (page: Page, seconds: number) =>
  page.getByRole('slider', { name: 'Position' }).fill(String(seconds))

/** Waits until the video shows a frame. Returns a function from fractions of it to CSS pixels of the page. */
async function framePoints(page: Page) {
  await expect
    .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(1)
  return (x: number, y: number) =>
    video(page).evaluate(
      (element: HTMLVideoElement, at) => {
        const box = element.getBoundingClientRect()
        const scale = Math.min(box.width / element.videoWidth, box.height / element.videoHeight)
        return {
          x: box.x + box.width / 2 + (at.x - 0.5) * element.videoWidth * scale,
          y: box.y + box.height / 2 + (at.y - 0.5) * element.videoHeight * scale,
        }
      },
      { x, y },
    )
}

/** Comments on a moment of a video as a person, with a rectangle. */
const markAt = async (person: Person, artifactId: string, fields: object) =>
  (
    await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      kind: 'rectangle',
      geometry: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
      body: 'It jumps.',
      ...fields,
    })
  ).body

test('a drag on a paused video draws on its frame, which an agent then sees with the mark', async ({
  page,
  person,
  agent,
  reviewId,
  server,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await film(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const at = await framePoints(page)
  await seek(page, 1.2)
  await drag(page, await at(0.25, 0.25), await at(0.75, 0.75))
  expect(await isPlaying(page)).toBe(false)
  await page.getByLabel('Comment on this spot at 0:01.200').fill('This row jumps.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Comment 1: Rectangle/ })).toBeVisible()
  expect(await timeOf(page)).toBeCloseTo(1.2, 2)

  await expect.poll(async () => (await threadsOf(agent, reviewId))[0]?.hasFrame).toBe(true)
  const [thread] = await threadsOf(agent, reviewId)
  expect(thread).toMatchObject({ kind: 'rectangle', timestampMs: 1200, endMs: null })
  const geometry = thread?.geometry as unknown as Record<string, number>
  expect(geometry.x).toBeCloseTo(0.25, 1)
  expect(geometry.width).toBeCloseTo(0.5, 1)
  const response = await fetch(`${server.url}/v1/threads/${thread?.threadId}/picture`, {
    headers: { authorization: `Bearer ${await person.token()}` },
  })
  expect(response.status).toBe(200)
  const picture = sharp(Buffer.from(await response.arrayBuffer()))
  expect(await picture.metadata()).toMatchObject({ width: 320, height: 200 })
  const { data } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const isOrange = (pixel: Buffer) =>
    [255, 90, 31].every((level, channel) => Math.abs((pixel[channel] ?? 0) - level) < 30)
  const colors = Array.from({ length: data.length / 3 }, (_, index) =>
    data.subarray(3 * index, 3 * index + 3),
  )
  expect(colors.filter(isOrange).length).toBeGreaterThan(300)
  // The frame has many colors, nothing of which is blank.
  expect((await picture.stats()).entropy).toBeGreaterThan(2)
  expect(pageErrors).toEqual([])
})

test('a click plays and pauses, and a drag on a playing video pauses it and draws', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await film(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const at = await framePoints(page)
  const middle = await at(0.5, 0.5)
  await page.getByRole('button', { name: 'Loop' }).click()
  await page.mouse.click(middle.x, middle.y)
  await expect.poll(() => isPlaying(page)).toBe(true)
  await page.mouse.click(middle.x, middle.y)
  await expect.poll(() => isPlaying(page)).toBe(false)
  await page.mouse.click(middle.x, middle.y)
  await expect.poll(() => isPlaying(page)).toBe(true)
  await drag(page, await at(0.3, 0.3), await at(0.6, 0.6))
  await expect(page.getByLabel(/^Comment on this spot at /)).toBeFocused()
  expect(await isPlaying(page)).toBe(false)
})

test('a mark is drawn at its moment, and during its range, and at no other', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await film(agent, reviewId)
  const { threadId } = await markAt(person, artifactId, { timestampMs: 400 })
  await markAt(person, artifactId, { timestampMs: 1000, endMs: 1400 })
  await open(`/reviews/${reviewId}`)
  await framePoints(page)
  const moment = page.getByRole('button', { name: /^Comment 1: Rectangle/ })
  const range = page.getByRole('button', { name: /^Comment 2: Rectangle/ })
  await expect(moment).toBeHidden()
  await page.locator(`#${threadId}`).getByText('It jumps.').click()
  await expect(moment).toBeVisible()
  await page.keyboard.press('.')
  await expect(moment).toBeHidden()
  for (const [seconds, isShown] of [
    [0.9, false],
    [1, true],
    [1.2, true],
    [1.4, true],
    [1.5, false],
  ] as const) {
    await seek(page, seconds)
    await expect(range).toBeVisible({ visible: isShown })
  }
  await expect(page.getByText('at 0:01.000–0:01.400', { exact: true })).toBeVisible()
})

test('I and O set the range that a comment is about, and Escape clears it', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await film(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const at = await framePoints(page)
  await seek(page, 0.4)
  await page.keyboard.press('i')
  await seek(page, 1.2)
  await page.keyboard.press('o')
  await expect(page.getByLabel('Comment at 0:00.400–0:01.200')).toBeVisible()
  await expect(page.getByRole('button', { name: 'This range' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Comment at 0:01.200')).toBeVisible()

  await page.keyboard.press('o')
  await seek(page, 0.4)
  await page.keyboard.press('i')
  await page.getByLabel('Comment at 0:00.400–0:01.200').fill('Slow.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('at 0:00.400–0:01.200', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Comment at 0:00.400', { exact: true })).toBeVisible()
  expect(await threadsOf(agent, reviewId)).toMatchObject([
    { kind: 'timestamp', timestampMs: 400, endMs: 1200 },
  ])
  await expect(page.getByTestId('ranges').locator('span')).toHaveCount(1)

  await page.getByRole('button', { name: 'Start of a range (I)' }).click()
  await seek(page, 0.8)
  await page.getByRole('button', { name: 'End of a range (O)' }).click()
  await drag(page, await at(0.25, 0.25), await at(0.75, 0.75))
  await page.getByLabel('Comment on this spot at 0:00.400–0:00.800').fill('All the time.')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(() => threadsOf(agent, reviewId))
    .toMatchObject([{}, { kind: 'rectangle', timestampMs: 400, endMs: 800 }])
})

/** Sets the range from 0.4 to 1.8 s, and draws a rectangle on the frame at 1.2 s. */
async function drawInRange(page: Page) {
  const at = await framePoints(page)
  await seek(page, 0.4)
  await page.keyboard.press('i')
  await seek(page, 1.8)
  await page.keyboard.press('o')
  await seek(page, 1.2)
  await drag(page, await at(0.25, 0.25), await at(0.75, 0.75))
  await page.getByLabel('Comment on this spot at 0:00.400–0:01.800').fill('This row jumps.')
}

test('after a mark on a range is sent the video stays where it is, and opening it goes to its frame', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await film(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await drawInRange(page)
  await page.keyboard.press('Control+Enter')
  const pin = page.getByRole('button', { name: /^Comment 1: Rectangle/ })
  await expect(pin).toBeVisible()
  expect(await threadsOf(agent, reviewId)).toMatchObject([{ timestampMs: 400, endMs: 1800, frameMs: 1200 }])
  expect(await timeOf(page)).toBeCloseTo(1.2, 2)
  await seek(page, 0.6)
  await page.locator('[data-thread]').getByText('This row jumps.').click()
  await expect.poll(() => timeOf(page)).toBeCloseTo(1.2, 2)
  await expect(page.getByRole('button', { name: 'Show the frame at 0:01.200' })).toBeVisible()

  await seek(page, 1)
  await page.keyboard.press('o')
  await seek(page, 1.6)
  await page.getByLabel('Comment at 0:00.000–0:01.000').fill('Slow.')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-thread]').getByText('Slow.')).toBeVisible()
  expect(await timeOf(page)).toBeCloseTo(1.6, 2)
})

test('a mark on a range that is sent after a reload has the frame that it was drawn on', async ({
  page,
  person,
  agent,
  reviewId,
  server,
  open,
}) => {
  const { artifactId } = await film(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await drawInRange(page)
  await page.keyboard.press('Control+Shift+Enter')
  const pending = page.getByRole('list', { name: 'Pending' }).getByText('This row jumps.')
  await expect(pending).toBeVisible()
  expect(await timeOf(page)).toBeCloseTo(1.2, 2)
  await page.reload()
  await page.waitForSelector('html[data-hydrated]')
  await framePoints(page)
  await page.getByRole('list', { name: 'Pending' }).getByRole('button').first().click()
  await expect.poll(() => timeOf(page)).toBeCloseTo(1.2, 2)
  await page.getByRole('button', { name: 'Submit review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Submit review' })
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByRole('button', { name: /^Comment 1: Rectangle/ })).toBeVisible()

  const [sent] = await threadsOf(agent, reviewId)
  expect(sent).toMatchObject({ timestampMs: 400, endMs: 1800, frameMs: 1200 })
  const geometry = sent?.geometry
  const [start, middle] = [
    await markAt(person, artifactId, { geometry, timestampMs: 400 }),
    await markAt(person, artifactId, { geometry, timestampMs: 1200 }),
  ]
  await expect
    .poll(async () => (await threadsOf(agent, reviewId)).map(each => each.hasFrame))
    .toEqual([true, true, true])
  const headers = { authorization: `Bearer ${await person.token()}` }
  const pixelsOf = async (threadId = '') => {
    const response = await fetch(`${server.url}/v1/threads/${threadId}/picture`, { headers })
    return sharp(Buffer.from(await response.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer()
  }
  const shown = await pixelsOf(sent?.threadId)
  const distanceTo = async ({ threadId }: Thread) =>
    (await pixelsOf(threadId)).reduce((sum, level, index) => sum + Math.abs(level - (shown[index] ?? 0)), 0)
  expect(10 * (await distanceTo(middle))).toBeLessThan(await distanceTo(start))
})

test('a mark is placed on a frame by keyboard alone', async ({ page, agent, reviewId, open }) => {
  await film(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await framePoints(page)
  await page.keyboard.press('.')
  await expect.poll(() => timeOf(page)).toBeCloseTo(0.04, 2)
  await page.keyboard.press('r')
  await page.getByTestId('stage').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Comment on this spot at 0:00.040')).toBeFocused()
  await page.keyboard.type('Here, i and o are letters.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Comment 1: Rectangle/ })).toBeVisible()
  // Not on the mark, which the keys that step through frames would move.
  await expect(page.getByTestId('stage')).toBeFocused()
  expect(await threadsOf(agent, reviewId)).toMatchObject([
    { kind: 'rectangle', timestampMs: 40, comment: 'Here, i and o are letters.' },
  ])
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Start of a range to comment on')).toBeVisible()
  await expect(keys.getByText('End of the range', { exact: true })).toBeVisible()
})

test('a comment that is being written on a frame is there again after a reload, at its moment', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await film(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const at = await framePoints(page)
  await seek(page, 1.2)
  await drag(page, await at(0.25, 0.25), await at(0.75, 0.75))
  await page.getByLabel('Comment on this spot at 0:01.200').fill('Half a thou')
  await page.reload()
  await page.waitForSelector('html[data-hydrated]')
  await expect(page.getByLabel('Comment on this spot at 0:01.200')).toHaveValue('Half a thou')
  await expect.poll(() => timeOf(page)).toBeCloseTo(1.2, 2)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a tap plays, and a finger draws with a tool', async ({ page, agent, reviewId, open }) => {
    await film(agent, reviewId)
    await open(`/reviews/${reviewId}`)
    const at = await framePoints(page)
    const middle = await at(0.5, 0.5)
    await page.touchscreen.tap(middle.x, middle.y)
    await expect.poll(() => isPlaying(page)).toBe(true)
    await page.touchscreen.tap(middle.x, middle.y)
    await expect.poll(() => isPlaying(page)).toBe(false)
    await page.getByRole('button', { name: 'Point (P)' }).tap()
    await page.touchscreen.tap(middle.x, middle.y)
    await page.getByLabel(/^Comment on this spot at /).fill('Here.')
    await page.getByRole('button', { name: 'Send' }).first().tap()
    await expect.poll(() => threadsOf(agent, reviewId)).toMatchObject([{ kind: 'point', comment: 'Here.' }])
    await page.getByRole('button', { name: 'More tools' }).tap()
    for (const name of ['Start of a range', 'End of a range'])
      await expect(page.getByRole('menuitem', { name })).toBeInViewport({ ratio: 1 })
  })
})

test('a visitor of a share link sees marks at their moment, and plays by a click', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await film(agent, reviewId)
  await markAt(person, artifactId, { timestampMs: 1000, endMs: 1400 })
  const { body } = await agent<{ url: string }>('POST', `/v1/reviews/${reviewId}/share-links`)
  await page.context().clearCookies()
  await open(new URL(body.url).pathname)
  const at = await framePoints(page)
  await seek(page, 1.2)
  await expect(page.getByRole('button', { name: /^Comment 1: Rectangle/ })).toBeVisible()
  const tools = page.getByRole('toolbar', { name: 'Tools' })
  expect(await tools.getByRole('button').evaluateAll(all => all.map(each => each.ariaLabel))).toEqual([
    'Zoom out (−)',
    expect.stringContaining('zoom to actual size'),
    'Zoom in (+)',
    'Zoom to fit (0)',
  ])
  const corner = await at(0.9, 0.9)
  await page.mouse.click(corner.x, corner.y)
  await expect.poll(() => isPlaying(page)).toBe(true)
})

test('a range ends at the frame that fast key presses step to', async ({ page, agent, reviewId, open }) => {
  await film(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await framePoints(page)
  await page.keyboard.press('i')
  for (let i = 0; i < 6; i++) await page.keyboard.press('.')
  await page.keyboard.press('o')
  await expect(page.getByLabel('Comment at 0:00.000–0:00.240')).toBeVisible()
})

test('a zoomed video is moved, and shows what a comment is on', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await film(agent, reviewId)
  await markAt(person, artifactId, {
    timestampMs: 1200,
    geometry: { x: 0.9, y: 0.9, width: 0.05, height: 0.05 },
  })
  await open(`/reviews/${reviewId}`)
  await framePoints(page)
  const boxOf = async () => {
    const box = await video(page).boundingBox()
    if (!box) throw new Error('There is no video.')
    return box
  }
  const whole = await boxOf()
  const stage = page.getByTestId('stage')
  const middle = { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 }
  await page.mouse.move(middle.x, middle.y)
  await page.keyboard.press('h')
  for (let i = 0; i < 8; i++) await page.keyboard.press('+')
  await expect.poll(async () => (await boxOf()).width).toBeGreaterThan(5 * whole.width)
  const zoomed = await boxOf()
  await drag(page, middle, { x: middle.x + 100, y: middle.y + 100 })
  await expect.poll(async () => (await boxOf()).x).toBeCloseTo(zoomed.x + 100, 0)
  expect(await isPlaying(page)).toBe(false)

  await page.keyboard.press('t')
  const pin = stage.getByRole('button', { name: /^Comment 1: Rectangle/ })
  await expect(pin).toBeInViewport()
  expect((await boxOf()).width).toBeCloseTo(zoomed.width, 0)
  await page.getByRole('button', { name: 'Zoom to fit (0)' }).click()
  await expect.poll(boxOf).toEqual(whole)
  await page.keyboard.press('v')
})
