import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Thread } from '#shared/contract/thread'
import { sendInCard } from '../../support/browser/verdict-card'
import { boxOf } from '../../support/browser/comparison'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { drag } from '../../support/browser/stage'
import { framePoints, isPlaying, seek, timeOf } from '../../support/browser/video'
import { markMoment, uploadSampleVideo } from '../../support/reviews/sample-video'
import { threadsOf } from '../../support/reviews/review'

/**
 * Draws a rectangle on the current frame of the video: a large one, or a `small` one next to the other marks.
 */
async function draw(page: Page, { small = false } = {}) {
  const at = await framePoints(page)
  if (small) await drag(page, await at(0.8, 0.1), await at(0.95, 0.2))
  else await drag(page, await at(0.25, 0.25), await at(0.75, 0.75))
}

/** Selects the range from 0.4 to 1.8 s, and comments on a rectangle on the frame at `seconds`. */
async function drawInRange(page: Page, seconds: number, body: string) {
  await seek(page, 0.4)
  await page.keyboard.press('i')
  await seek(page, 1.8)
  await page.keyboard.press('o')
  await seek(page, seconds)
  await draw(page)
  await page.getByLabel('Comment on this spot at 0:00.400–0:01.800').fill(body)
}

test('a person marks frames and ranges of a video, and an agent sees the frame with its mark', async ({
  page,
  person,
  agent,
  reviewId,
  server,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await uploadSampleVideo(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await framePoints(page)

  await test.step('A range ends at the frame that is reached by fast key presses', async () => {
    await page.keyboard.press('i')
    for (let i = 0; i < 6; i++) await page.keyboard.press('.')
    await page.keyboard.press('o')
    await expect(page.getByLabel('Comment at 0:00.000–0:00.240')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Comment at 0:00.240')).toBeVisible()
  })

  await test.step('A mark is placed by keyboard, and letters in its comment are not shortcuts', async () => {
    await page.keyboard.press('r')
    await page.getByTestId('stage').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Comment on this spot at 0:00.240')).toBeFocused()
    await page.keyboard.type('i and o')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: /^Comment 1: Rectangle/ })).toBeVisible()
    // The stage has the focus, because keys that step through frames would move a mark with the focus.
    await expect(page.getByTestId('stage')).toBeFocused()
    expect(await threadsOf(agent, reviewId)).toMatchObject([
      { kind: 'rectangle', timestampMs: 240, comment: 'i and o' },
    ])
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('All other keys').click()
    await expect(keys.getByText('Start of a range to comment on')).toBeVisible()
    await expect(keys.getByText('End of the range', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(keys).toHaveCount(0)
    await page.keyboard.press('v')
  })

  await test.step('A drag draws on the frame, and an agent sees the frame with the mark', async () => {
    await seek(page, 1.2)
    await draw(page)
    expect(await isPlaying(page)).toBe(false)
    await page.getByLabel('Comment on this spot at 0:01.200').fill('This row jumps.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: /^Comment 2: Rectangle/ })).toBeVisible()
    expect(await timeOf(page)).toBeCloseTo(1.2, 2)

    await expect.poll(async () => (await threadsOf(agent, reviewId))[1]?.hasFrame).toBe(true)
    const [, thread] = await threadsOf(agent, reviewId)
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
    // The frame is not blank, because it has many colors.
    expect((await picture.stats()).entropy).toBeGreaterThan(2)
  })

  await test.step('I and O set the range of a comment, and Escape clears the range', async () => {
    await seek(page, 0.4)
    await page.keyboard.press('i')
    await seek(page, 1.2)
    await page.keyboard.press('o')
    await expect(page.getByLabel('Comment at 0:00.400–0:01.200')).toBeVisible()
    await expect(page.getByRole('button', { name: 'This range' })).toBeVisible()
    const place = page.getByTestId('range-figures')
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(place).toContainText('0:00.400–0:01.200')
      // A text that only screen readers get is a pixel wide.
      await expect.poll(async () => (await boxOf(place)).width).toBeGreaterThan(100)
      await expect.poll(async () => (await boxOf(page.getByRole('toolbar'))).height).toBeLessThan(48)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Comment at 0:01.200')).toBeVisible()
    await page.keyboard.press('o')
    await seek(page, 0.4)
    await page.keyboard.press('i')
    await page.getByLabel('Comment at 0:00.400–0:01.200').fill('Slow.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('at 0:00.400–0:01.200', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Comment at 0:00.400', { exact: true })).toBeVisible()
    expect((await threadsOf(agent, reviewId))[2]).toMatchObject({
      kind: 'timestamp',
      timestampMs: 400,
      endMs: 1200,
    })
    await expect(page.getByTestId('ranges').locator('span')).toHaveCount(1)
    // An agent sees six frames of 320 by 200 pixels, each with its time below.
    const slow = async () => (await threadsOf(agent, reviewId))[2]
    await expect.poll(async () => (await slow())?.hasFrame).toBe(true)
    const authorization = `Bearer ${await person.token()}`
    const sheet = await fetch((await slow())?.pictureUrl ?? '', { headers: { authorization } })
    const { width, height } = await sharp(Buffer.from(await sheet.arrayBuffer())).metadata()
    expect([width, height]).toEqual([960, 448])
  })

  await test.step('The buttons of the toolbar set the range of a mark too', async () => {
    await page.getByRole('button', { name: 'Start of a range (I)' }).click()
    await seek(page, 0.8)
    await page.getByRole('button', { name: 'End of a range (O)' }).click()
    await draw(page)
    await page.getByLabel('Comment on this spot at 0:00.400–0:00.800').fill('All the time.')
    await page.keyboard.press('Control+Enter')
    // Waits until the page shows the sent comment. Before, keys are still typed into the field, even if the
    // server already has the comment.
    await expect(page.getByRole('button', { name: /^Comment 4: Rectangle/ })).toBeVisible()
    expect((await threadsOf(agent, reviewId))[3]).toMatchObject({
      kind: 'rectangle',
      timestampMs: 400,
      endMs: 800,
    })
  })

  await test.step('Opening a mark on a range seeks to its frame, but sending the mark does not', async () => {
    await drawInRange(page, 1.5, 'The edge jumps.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: /^Comment 5: Rectangle/ })).toBeVisible()
    expect((await threadsOf(agent, reviewId))[4]).toMatchObject({
      timestampMs: 400,
      endMs: 1800,
      frameMs: 1500,
    })
    expect(await timeOf(page)).toBeCloseTo(1.5, 2)
    await seek(page, 0.6)
    await page.locator('[data-thread]').getByText('The edge jumps.').click()
    await expect.poll(() => timeOf(page)).toBeCloseTo(1.5, 2)
    await expect(page.getByRole('button', { name: 'Show the frame at 0:01.500' })).toBeVisible()
  })

  await test.step('Sending a comment on a range does not seek the video', async () => {
    await seek(page, 1)
    await page.keyboard.press('o')
    await seek(page, 1.6)
    await page.getByLabel('Comment at 0:00.000–0:01.000').fill('Too fast.')
    await page.keyboard.press('Control+Enter')
    await expect(page.locator('[data-thread]').getByText('Too fast.')).toBeVisible()
    expect(await timeOf(page)).toBeCloseTo(1.6, 2)
  })
  expect(pageErrors).toEqual([])
})

test('after a reload, a draft is restored at its video time, and a pending mark keeps its frame', async ({
  page,
  person,
  agent,
  reviewId,
  server,
  open,
}) => {
  const { artifactId } = await uploadSampleVideo(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await framePoints(page)
  const pending = page.getByRole('list', { name: 'Pending' })

  await test.step('A mark is added as pending, and another mark is drawn but not sent', async () => {
    await drawInRange(page, 1.2, 'This row jumps.')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(pending.getByText('This row jumps.')).toBeVisible()
    expect(await timeOf(page)).toBeCloseTo(1.2, 2)
    await seek(page, 0.8)
    await draw(page, { small: true })
    await page.getByLabel('Comment on this spot at 0:00.800').fill('Half a thou')
  })

  await test.step('The unsent mark is restored at its video time after a reload', async () => {
    await page.reload()
    await page.waitForSelector('html[data-hydrated]')
    const field = page.getByLabel('Comment on this spot at 0:00.800')
    await expect(field).toHaveValue('Half a thou')
    await expect.poll(() => timeOf(page)).toBeCloseTo(0.8, 2)
    await field.press('Escape')
    await expect(field).toHaveCount(0)
  })

  await test.step('Opening a pending mark on a video seeks to its frame, which is sent with it', async () => {
    await pending.getByRole('button').first().click()
    await expect.poll(() => timeOf(page)).toBeCloseTo(1.2, 2)
    await page.getByRole('button', { name: 'Submit review' }).click()
    await sendInCard(page, 'Comment')
    await expect(page.getByRole('button', { name: /^Comment 1: Rectangle/ })).toBeVisible()

    const [sent] = await threadsOf(agent, reviewId)
    expect(sent).toMatchObject({ timestampMs: 400, endMs: 1800, frameMs: 1200 })
    const geometry = sent?.geometry
    const [start, middle] = [
      await markMoment(person, artifactId, { geometry, timestampMs: 400 }),
      await markMoment(person, artifactId, { geometry, timestampMs: 1200 }),
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
      (await pixelsOf(threadId)).reduce((sum, level, at) => sum + Math.abs(level - (shown[at] ?? 0)), 0)
    expect(10 * (await distanceTo(middle))).toBeLessThan(await distanceTo(start))
  })
})
