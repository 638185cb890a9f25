import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { revise, upload, type Call } from '../../support/server/client'
import { findings } from '../../support/browser/axe'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage, sample } from '../../support/media/samples'

const file = () => readFile(sample('live.webm'))
const video = { kind: 'video', mime: 'video/webm', title: 'Resize' }

/** Creates a video of two seconds with two revisions. */
async function twice(agent: Call, reviewId: string) {
  const { artifactId, revisionId } = await upload(agent, reviewId, await file(), video)
  await revise(agent, artifactId, await file(), { mime: 'video/webm' })
  return { artifactId, r1: revisionId }
}

const compared = (page: Page) => page.getByTestId('compare')
const videos = (page: Page) => compared(page).locator('video')
const times = (page: Page) =>
  videos(page).evaluateAll(all => all.map(each => (each as HTMLVideoElement).currentTime))

test('the keys of comparisons compare two revisions of a video, which keep their position', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  const { artifactId, r1 } = await twice(agent, reviewId)
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'timestamp',
    timestampMs: 1200,
    body: 'It jumps.',
  })
  await open(`/reviews/${reviewId}`)
  await expect(page.locator('main video')).toBeVisible()
  await page.keyboard.press('s')
  await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
  await expect(videos(page)).toHaveCount(2)
  await expect(compared(page).getByTestId('compare-tag')).toHaveText(['r1', 'r2 · latest'])
  expect(page.url()).toContain(`compare=side-by-side&with=${r1}`)
  await page.getByRole('slider', { name: 'Position' }).fill('0.5')
  await expect.poll(() => times(page)).toEqual([0.5, 0.5])
  // The slider handles the arrow keys while it has the focus.
  await compared(page).getByRole('group', { name: 'r1', exact: true }).focus()

  await page.keyboard.press('w')
  await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
  await expect.poll(() => times(page)).toEqual([0.5, 0.5])
  const divider = page.getByRole('slider', { name: 'Divider between the two sides' })
  await expect(divider).toHaveAttribute('aria-valuenow', '50')
  await page.keyboard.press('ArrowRight')
  await expect(divider).toHaveAttribute('aria-valuenow', '52')

  await page.keyboard.press('o')
  await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
  await expect.poll(() => times(page)).toEqual([0.5, 0.5])
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('slider', { name: 'Opacity' })).toHaveValue('45')

  const before = (await videos(page).first().boundingBox())?.width ?? 0
  await page.keyboard.press('+')
  await expect.poll(async () => (await videos(page).first().boundingBox())?.width).toBeGreaterThan(before)
  await page.keyboard.press('0')
  await expect.poll(async () => (await videos(page).first().boundingBox())?.width).toBe(before)

  await videos(page).evaluateAll(all =>
    all.forEach(each => each.addEventListener('playing', () => each.setAttribute('data-played', ''))),
  )
  await page.keyboard.press(' ')
  await expect(compared(page).locator('video[data-played]')).toHaveCount(2)

  await page.keyboard.press('t')
  await expect.poll(() => times(page)).toEqual([1.2, 1.2])
  await page.keyboard.press('Escape')
  await expect(compared(page)).toHaveCount(0)
  await expect(page.locator('main video')).toBeVisible()
  expect(pageErrors).toEqual([])
})

test('the keys of videos step, play and rewind both videos of a comparison, and pause them', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await twice(agent, reviewId)
  await open(`/reviews/${reviewId}?compare=side-by-side`)
  await expect(videos(page)).toHaveCount(2)
  await expect
    .poll(() => videos(page).evaluateAll(all => all.map(each => (each as HTMLVideoElement).readyState)))
    .toEqual([4, 4])
  const rounded = async () => (await times(page)).map(each => Math.round(each * 100) / 100)
  // The file has 25 frames per second.
  for (let frame = 1; frame <= 3; frame++) {
    await page.keyboard.press('.')
    await expect.poll(rounded).toEqual([frame / 25, frame / 25])
  }
  await page.keyboard.press(',')
  await expect.poll(rounded).toEqual([2 / 25, 2 / 25])
  await compared(page).getByRole('button', { name: 'Next frame (.)' }).click()
  await expect.poll(rounded).toEqual([3 / 25, 3 / 25])

  const paused = () => videos(page).evaluateAll(all => all.map(each => (each as HTMLVideoElement).paused))
  await videos(page).evaluateAll(all =>
    all.forEach(each => each.addEventListener('playing', () => each.setAttribute('data-played', ''))),
  )
  await page.keyboard.press('l')
  await expect(compared(page).locator('video[data-played]')).toHaveCount(2)
  await page.keyboard.press('k')
  await expect(compared(page).getByRole('button', { name: 'Play all (Space)' })).toBeVisible()
  expect(await paused()).toEqual([true, true])

  await compared(page).getByRole('slider', { name: 'Position' }).fill('1.5')
  await expect.poll(() => times(page)).toEqual([1.5, 1.5])
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect.poll(() => times(page)).toEqual([0, 0])
  await expect(compared(page).getByRole('button', { name: 'Play all (Space)' })).toBeVisible()
})

test('a comparison starts where the video is, and the video continues where the comparison ends', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await twice(agent, reviewId)
  await upload(agent, reviewId, await file(), { ...video, title: 'Scroll' })
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'timestamp',
    timestampMs: 1200,
    body: 'It jumps.',
  })
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('video')
  const timeOf = () => shown.evaluate(each => (each as HTMLVideoElement).currentTime)
  const slider = page.getByRole('slider', { name: 'Position' })
  await expect(shown).toBeVisible()
  await slider.fill('0.4')
  await expect.poll(timeOf).toBe(0.4)
  await page.keyboard.press('s')
  await expect.poll(() => times(page)).toEqual([0.4, 0.4])
  await slider.fill('0.8')
  await expect.poll(() => times(page)).toEqual([0.8, 0.8])
  await expect(page.getByLabel('Comment at 0:00.800')).toBeVisible()
  // So does a contact sheet, from the comparison and to the cell that is opened.
  await page.keyboard.press('b')
  const onSheet = page.getByTestId('sheet-cell').locator('video')
  const sheetTimes = () => onSheet.evaluateAll(all => all.map(each => (each as HTMLVideoElement).currentTime))
  await expect.poll(sheetTimes).toEqual([0.8, 0.8])
  await slider.fill('0.6')
  await expect.poll(sheetTimes).toEqual([0.6, 0.6])
  await expect(page.getByLabel('Comment at 0:00.600')).toBeVisible()
  await page.getByRole('button', { name: 'Open r2' }).click()
  await expect.poll(timeOf).toBe(0.6)
  await page.keyboard.press('s')
  await expect.poll(() => times(page)).toEqual([0.6, 0.6])

  // The comments are on the bar, which plays as slowly as that of a single video.
  const bar = page.getByRole('group', { name: 'Playback' })
  await bar.getByRole('button', { name: 'Comment 1 at 0:01.200' }).click()
  await expect.poll(() => times(page)).toEqual([1.2, 1.2])
  await expect(bar.getByText('/ 0:02.000')).toBeVisible()
  await bar.getByLabel('Speed').selectOption('0.25')
  await bar.getByRole('button', { name: 'Loop' }).click()
  await bar.getByRole('button', { name: 'Play all (Space)' }).click()
  await expect
    .poll(() => videos(page).evaluateAll(all => all.map(each => (each as HTMLVideoElement).playbackRate)))
    .toEqual([0.25, 0.25])
  await bar.getByRole('button', { name: 'Pause all (Space)' }).click()
  await slider.fill('0.8')
  await expect.poll(() => times(page)).toEqual([0.8, 0.8])
  await page.getByRole('button', { name: 'Next frame (.)' }).focus()
  await page.keyboard.press('Escape')
  await expect.poll(timeOf).toBe(0.8)
  await expect(page.getByLabel('Comment at 0:00.800')).toBeVisible()
  // Other evidence starts at its start, and a comment that is opened shows its own moment.
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('main', { name: 'Stage: Scroll' })).toBeVisible()
  await expect.poll(timeOf).toBe(0)
  await page.keyboard.press('t')
  await expect(page.getByRole('main', { name: 'Stage: Resize' })).toBeVisible()
  await expect.poll(timeOf).toBe(1.2)
})

test('keys that videos do not have are explained, and are not listed for them', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await twice(agent, reviewId)
  const shot = () => pngImage(600, 400)
  const { artifactId } = await upload(agent, reviewId, await shot(), { title: 'Cart' })
  await revise(agent, artifactId, await shot())
  await open(`/reviews/${reviewId}`)
  await expect(page.locator('main video')).toBeVisible()
  const listed = async () => {
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys.getByText('Side by side', { exact: true })).toBeVisible()
    const rows = await keys.locator('dd').allTextContents()
    await page.keyboard.press('Escape')
    await expect(keys).toHaveCount(0)
    return rows.map(each => each.trim())
  }
  const ofVideos = await listed()
  expect(ofVideos).toEqual(expect.arrayContaining(['Side by side', 'Swipe', 'Onion skin']))
  expect(ofVideos).not.toContain('Difference')
  expect(ofVideos).not.toContain('Next change in the difference')
  await page.keyboard.press('d')
  await expect(page.getByText("The difference of videos can't be shown", { exact: true })).toBeVisible()
  await expect(compared(page)).toHaveCount(0)
  await page.keyboard.press('s')
  await expect(videos(page)).toHaveCount(2)
  await expect(compared(page).getByRole('button', { name: /^(Swipe|Onion skin|Difference)/ })).toHaveText([
    '',
    '',
  ])
  expect(await findings(page)).toEqual([])

  // A mode that the next evidence does not have waits until it is shown again.
  await page.keyboard.press('ArrowDown')
  await expect(compared(page).locator('img')).toHaveCount(2)
  expect(await listed()).toContain('Difference')
  await page.keyboard.press('d')
  await expect(compared(page)).toHaveAttribute('data-mode', 'difference')
  await page.keyboard.press('ArrowUp')
  await expect(page.locator('main video')).toBeVisible()
  await expect(compared(page)).toHaveCount(0)
})
