import { readFile } from 'node:fs/promises'
import type { Thread } from '#shared/contract/thread'
import { threadsOf, upload } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage, sample } from '../../support/media/samples'
import { drag, stagePoints } from '../../support/browser/stage'

const png = (width = 1280, height = 800) => pngImage(width, height)

test('a person marks a point, a rectangle and an arrow, and the agent reads them as data', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const stage = page.getByTestId('stage')
  const at = await stagePoints(page)

  const middle = await at(0.5, 0.5)
  await page.mouse.click(middle.x, middle.y)
  await page.keyboard.type('A point.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Comment 1: Point at 50 %/ })).toBeVisible()

  await drag(page, await at(0.3, 0.4), await at(0.45, 0.5))
  await page.keyboard.type('A rectangle.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('button', { name: /^Comment 2: Rectangle/ })).toBeVisible()

  await stage.focus()
  await page.keyboard.press('a')
  await drag(page, await at(0.6, 0.6), await at(0.7, 0.4))
  await page.keyboard.type('An arrow.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Comment 3: Arrow/ })).toBeVisible()

  const threads = await threadsOf(agent, reviewId)
  expect(threads.map(each => [each.kind, each.comment])).toEqual([
    ['point', 'A point.'],
    ['rectangle', 'A rectangle.'],
    ['arrow', 'An arrow.'],
  ])
  const [point, rectangle, arrow] = threads.map(each => each.geometry as unknown as Record<string, number>)
  expect(point?.x).toBeCloseTo(0.5, 2)
  expect(rectangle?.width).toBeGreaterThan(0.1)
  expect(arrow?.y2).toBeLessThan(arrow?.y1 ?? 0)
  expect(pageErrors).toEqual([])
})

test('a mark is placed, moved and resized with the keyboard alone, and Escape discards it', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const stage = page.getByTestId('stage')
  await stage.focus()
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Comment on this spot')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Comment on this spot')).toHaveCount(0)
  await stage.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('From the keyboard.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('From the keyboard.')).toBeVisible()
  expect((await threadsOf(agent, reviewId)).map(each => each.kind)).toEqual(['rectangle'])
})

test('a person comments on a moment of a video, and clicking the comment seeks to it', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await readFile(sample('live.webm')), {
    kind: 'video',
    mime: 'video/webm',
    title: 'Resize',
  })
  await open(`/reviews/${reviewId}`)
  const video = page.locator('main video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0)
  await page.getByRole('slider', { name: 'Position' }).fill('1.2')
  await page.getByLabel(/^Comment at 0:01\.2/).fill('It flickers.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('at 0:01.200', { exact: true })).toBeVisible()
  expect(await threadsOf(agent, reviewId)).toMatchObject([{ kind: 'timestamp', timestampMs: 1200 }])
  await page.getByRole('slider', { name: 'Position' }).fill('0')
  await page.getByRole('button', { name: /^Comment 1 at 0:01\.200/ }).click()
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeCloseTo(1.2, 1)
})

test('Escape clears the selected comment, on an image and on a video', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const picture = await upload(agent, reviewId, await png(), { title: 'Picture' })
  const recording = await upload(agent, reviewId, await readFile(sample('plain.mp4')), {
    kind: 'video',
    mime: 'video/mp4',
    title: 'Recording',
  })
  const one = (
    await agent<Thread>('POST', `/v1/artifacts/${picture.artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'A.',
    })
  ).body
  const other = (
    await agent<Thread>('POST', `/v1/artifacts/${recording.artifactId}/annotations`, {
      kind: 'timestamp',
      timestampMs: 900,
      body: 'B.',
    })
  ).body
  for (const [{ threadId }, pin] of [
    [one, /^Comment 1: Point/],
    [other, /^Comment 2 at 0:00/],
  ] as const) {
    await open(`/reviews/${reviewId}#${threadId}`)
    await expect(page.getByRole('button', { name: pin })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: pin })).toHaveAttribute('aria-pressed', 'false')
  }
})

test('with a tool chosen by its key, Enter places a mark without the focus on the stage', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(1000, 500))
  await open(`/reviews/${reviewId}`)
  await stagePoints(page)
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('stage')).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Comment on this spot')).toBeFocused()
  await page.keyboard.type('Too wide')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Comment 1: Rectangle/ })).toBeVisible()
  // From a button of the conversation, which Enter would press.
  const status = page.getByRole('button', { name: /^Addressed/ })
  await status.focus()
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('stage')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Comment on this spot')).toBeFocused()
})

test('the box of a new comment is beside what was drawn', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await pngImage(1000, 500))
  await open(`/reviews/${reviewId}`)
  const at = await stagePoints(page)
  await drag(page, await at(0.1, 0.2), await at(0.4, 0.6))
  const form = page.getByTestId('stage').locator('..').locator('form').first()
  await expect(page.getByLabel('Comment on this spot')).toBeFocused()
  const box = await form.boundingBox()
  expect(box?.x).toBeGreaterThan((await at(0.4, 0.6)).x)
})
