import { expect, test, vi } from 'vitest'
import { useSheetPlayback } from '~/video/use-sheet-playback'
import { useVideoShortcuts } from '~/video/use-video-shortcuts'
import { fakeTimers } from '../../support/dom/browser'
import { pressKey } from '../../support/dom/keys'
import { fakeRecording } from '../../support/dom/recording'
import { mountOnReview } from '../../support/dom/review-page'

/** Mounts a video of 10 s and a video of 4 s, both of 25 frames per second. Keys control their playback. */
async function mountPlayback() {
  const { result: playback } = await mountOnReview(() => {
    const all = useSheetPlayback()
    useVideoShortcuts({ ...all, seconds: () => all.seconds.value, speed: () => all.speed.value })
    return all
  })
  fakeTimers()
  const recordings = [10, 4].map(seconds => fakeRecording({ fps: 25, seconds }))
  const videos = recordings.map(each => each.video)
  for (const video of videos) {
    playback.add(video)
    video.dispatchEvent(new Event('loadedmetadata'))
  }
  const positions = () => videos.map(each => Math.round(each.currentTime * 100) / 100)
  const arePaused = () => videos.map(each => each.paused)
  /** Waits until all frame steps that the keys have requested are done. */
  const settleSteps = () => vi.advanceTimersByTimeAsync(3000)
  return { playback, recordings, videos, positions, arePaused, settleSteps }
}

test('the frame keys step all compared videos by one frame', async () => {
  const { positions, settleSteps } = await mountPlayback()
  for (let frame = 1; frame <= 3; frame++) {
    pressKey('.')
    await settleSteps()
    expect(positions()).toEqual([frame / 25, frame / 25])
  }
  pressKey(',')
  await settleSteps()
  expect(positions()).toEqual([2 / 25, 2 / 25])
})

test('L plays all videos of a comparison, and K pauses them', async () => {
  const { playback, arePaused } = await mountPlayback()
  pressKey('l')
  await vi.advanceTimersByTimeAsync(20)
  expect([playback.speed.value, arePaused()]).toEqual([1, [false, false]])
  pressKey('k')
  expect([playback.speed.value, arePaused()]).toEqual([0, [true, true]])
})

test('J rewinds all compared videos, gets faster with each press, and stops at the beginning', async () => {
  const { playback, positions, arePaused } = await mountPlayback()
  playback.seek(2)
  pressKey('j')
  expect([playback.speed.value, arePaused()]).toEqual([-1, [true, true]])
  await vi.advanceTimersByTimeAsync(500)
  const [at = 0, other] = positions()
  expect(at).toBeGreaterThan(1.3)
  expect(at).toBeLessThan(1.7)
  expect(other).toBe(at)
  pressKey('j')
  expect(playback.speed.value).toBe(-2)
  await vi.advanceTimersByTimeAsync(1500)
  expect([playback.speed.value, positions()]).toEqual([0, [0, 0]])
})

test('of compared videos, shorter ones stay at their last frame; the longest sets the length', async () => {
  const { playback, positions } = await mountPlayback()
  expect(playback.duration.value).toBe(10)
  playback.seek(6)
  expect(positions()).toEqual([6, 4])
  playback.seek(99)
  expect([playback.seconds.value, positions()]).toEqual([10, [10, 4]])
})

test('a compared video that runs ahead is set back to the position of the longest video', async () => {
  const { playback, recordings, videos } = await mountPlayback()
  const [long, short] = recordings
  pressKey('l')
  await vi.advanceTimersByTimeAsync(20)
  short?.playFrames(3)
  await vi.advanceTimersByTimeAsync(20)
  expect(videos[1]?.currentTime).toBeCloseTo(0.12)
  short?.playFrames(3)
  long?.playFrames(1)
  await vi.advanceTimersByTimeAsync(20)
  expect([playback.seconds.value, videos[1]?.currentTime]).toEqual([0.04, 0.04])
})

test('a compared video that loads late starts at the position of the other videos', async () => {
  const { playback } = await mountPlayback()
  const late = document.createElement('video')
  let duration = NaN
  Object.defineProperty(late, 'duration', { get: () => duration })
  playback.add(late)
  playback.seek(0.5)
  expect(late.currentTime).toBe(0)
  duration = 2
  late.dispatchEvent(new Event('loadedmetadata'))
  expect(late.currentTime).toBe(0.5)
  playback.remove(late)
  playback.seek(1)
  expect(late.currentTime).toBe(0.5)
})
