import { findings } from '../../support/browser/checks/axe'
import { compared } from '../../support/browser/comparison'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import {
  arePaused,
  frameShown,
  seek,
  stageVideo,
  timeOf,
  timesOf,
  watchPlaying,
} from '../../support/browser/video'
import { uploadSampleVideo, uploadSampleVideoTwice } from '../../support/reviews/sample-video'

test('two revisions of a video are compared, and another view continues at the same position', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  const { artifactId, r1 } = await uploadSampleVideoTwice(agent, reviewId)
  await uploadSampleVideo(agent, reviewId, 'Scroll')
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'timestamp',
    timestampMs: 1200,
    body: 'It jumps.',
  })
  await open(`/reviews/${reviewId}`)
  await frameShown(page)
  const videos = compared(page).locator('video')
  const times = () => timesOf(videos)

  await test.step('Compare keys that videos do not support show a message and are not listed', async () => {
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys.getByText('Side by side', { exact: true })).toBeVisible()
    const listed = (await keys.locator('dd').allTextContents()).map(each => each.trim())
    await page.keyboard.press('Escape')
    await expect(keys).toHaveCount(0)
    expect(listed).toEqual(expect.arrayContaining(['Side by side', 'Swipe', 'Onion skin']))
    expect(listed).not.toContain('Difference')
    expect(listed).not.toContain('Next change in the difference')
    await page.keyboard.press('d')
    await expect(page.getByText("Videos can't be compared as a difference", { exact: true })).toBeVisible()
    await expect(compared(page)).toHaveCount(0)
  })

  await test.step('A comparison starts at the position of the video on the stage', async () => {
    await seek(page, 0.4)
    await expect.poll(() => timeOf(page)).toBe(0.4)
    await page.keyboard.press('s')
    await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
    await expect.poll(times).toEqual([0.4, 0.4])
    await expect(compared(page).getByTestId('compare-tag')).toHaveText(['r1', 'r2 · latest'])
    expect(page.url()).toContain(`compare=side-by-side&with=${r1}`)
    const modes = compared(page).getByRole('button', { name: /^(Side by side|Swipe|Onion skin|Difference)/ })
    await expect(modes).toHaveCount(3)
    await expect(modes.and(page.locator('[aria-pressed=true]'))).toHaveAccessibleName(/^Side by side/)
    expect(await findings(page)).toEqual([])
  })

  await test.step('All compare modes keep the same position and zoom', async () => {
    await seek(page, 0.5)
    await expect.poll(times).toEqual([0.5, 0.5])
    // Moves the focus away from the position slider, which would handle the arrow keys itself.
    await compared(page).getByRole('group', { name: 'r1', exact: true }).focus()
    await page.keyboard.press('w')
    await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
    await expect.poll(times).toEqual([0.5, 0.5])
    const divider = page.getByRole('slider', { name: 'Divider between the two sides' })
    await expect(divider).toHaveAttribute('aria-valuenow', '50')
    await page.keyboard.press('ArrowRight')
    await expect(divider).toHaveAttribute('aria-valuenow', '52')
    await page.keyboard.press('o')
    await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
    await expect.poll(times).toEqual([0.5, 0.5])
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('slider', { name: 'Opacity' })).toHaveValue('45')
    const width = async () => (await videos.first().boundingBox())?.width
    const before = (await width()) ?? 0
    await page.keyboard.press('+')
    await expect.poll(width).toBeGreaterThan(before)
    await page.keyboard.press('0')
    await expect.poll(width).toBe(before)
  })

  await test.step('Both compared videos step by single frames at 25 frames per second', async () => {
    const rounded = async () => (await times()).map(each => Math.round(each * 100) / 100)
    await page.keyboard.press('.')
    await expect.poll(rounded).toEqual([0.52, 0.52])
    await page.keyboard.press('.')
    await expect.poll(rounded).toEqual([0.56, 0.56])
    await page.keyboard.press(',')
    await expect.poll(rounded).toEqual([0.52, 0.52])
    await compared(page).getByRole('button', { name: 'Next frame (.)' }).click()
    await expect.poll(rounded).toEqual([0.56, 0.56])
  })

  await test.step('Both compared videos play, pause and seek to a comment', async () => {
    await watchPlaying(videos)
    await page.keyboard.press('l')
    await expect(compared(page).locator('video[data-played]')).toHaveCount(2)
    await page.keyboard.press('k')
    await expect(compared(page).getByRole('button', { name: 'Play all (Space)' })).toBeVisible()
    expect(await arePaused(videos)).toEqual([true, true])
    await page.keyboard.press('t')
    await expect.poll(times).toEqual([1.2, 1.2])
  })

  await test.step('The contact sheet, an opened cell and the next comparison keep the position', async () => {
    const onSheet = page.getByTestId('sheet-cell').locator('video')
    await page.keyboard.press('b')
    await expect.poll(() => timesOf(onSheet)).toEqual([1.2, 1.2])
    await seek(page, 0.6)
    await expect.poll(() => timesOf(onSheet)).toEqual([0.6, 0.6])
    await expect(page.getByLabel('Comment on the whole review')).toBeVisible()
    await page.getByRole('button', { name: 'Open r2' }).click()
    await expect.poll(() => timeOf(page)).toBe(0.6)
    await page.keyboard.press('s')
    await expect.poll(times).toEqual([0.6, 0.6])
  })

  await test.step('The playback bar shows comments and plays both videos at the chosen speed', async () => {
    const bar = page.getByRole('group', { name: 'Playback' })
    await bar.getByRole('button', { name: 'Comment 1 at 0:01.200' }).click()
    await expect.poll(times).toEqual([1.2, 1.2])
    await expect(bar.getByText('/ 0:02.000')).toBeVisible()
    await bar.getByLabel('Speed').click()
    await page.getByRole('menuitemradio', { name: '0.25×' }).click()
    await bar.getByLabel('Speed').click()
    await page.getByRole('menuitemcheckbox', { name: 'Loop' }).click()
    await bar.getByRole('button', { name: 'Play all (Space)' }).click()
    await expect
      .poll(() => videos.evaluateAll(all => all.map(each => (each as HTMLVideoElement).playbackRate)))
      .toEqual([0.25, 0.25])
    await bar.getByRole('button', { name: 'Pause all (Space)' }).click()
  })

  await test.step('The video on the stage continues at the position of the closed comparison', async () => {
    await seek(page, 0.8)
    await expect.poll(times).toEqual([0.8, 0.8])
    await page.getByRole('button', { name: 'Next frame (.)' }).focus()
    await page.keyboard.press('Escape')
    await expect(compared(page)).toHaveCount(0)
    await expect.poll(() => timeOf(page)).toBe(0.8)
    await expect(page.getByLabel('Comment at 0:00.800')).toBeVisible()
  })

  await test.step('Another video starts at zero, and opening a comment seeks to its video time', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('main', { name: 'Stage: Scroll' })).toBeVisible()
    await expect.poll(() => timeOf(page)).toBe(0)
    await page.keyboard.press('t')
    await expect(page.getByRole('main', { name: 'Stage: Resize' })).toBeVisible()
    await expect(stageVideo(page)).toBeVisible()
    await expect.poll(() => timeOf(page)).toBe(1.2)
  })
  expect(pageErrors).toEqual([])
})
