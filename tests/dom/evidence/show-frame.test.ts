import { expect, test, vi } from 'vitest'
import { showFrame } from '~/evidence/show-frame'
import { fakeTimers } from '../../support/dom/browser'
import { fakeRecording } from '../../support/dom/recording'

test('showing a video frame waits until the browser has drawn it, and not only for the seek', async () => {
  fakeTimers()
  const { video, drawn } = fakeRecording({ fps: 25, seconds: 10, drawsAfterMs: () => 300 })
  const shown = showFrame(video, 0.5).then(() => [...drawn])
  await vi.advanceTimersByTimeAsync(3000)
  expect(await shown).toEqual([12])
})

test('a video frame of an earlier position that is drawn late does not count as requested', async () => {
  fakeTimers()
  const { video, drawn } = fakeRecording({ fps: 25, seconds: 10, drawsAfterMs: () => 300 })
  video.currentTime = 2
  await vi.advanceTimersByTimeAsync(290)
  // The browser draws the frame at 2 s only after the seek to 1 s has started.
  const shown = showFrame(video, 1).then(() => [...drawn])
  await vi.advanceTimersByTimeAsync(3000)
  expect((await shown).at(-1)).toBe(25)
})

test('a seek inside the video frame that is already shown waits at most 500 ms', async () => {
  fakeTimers()
  const { video, drawn } = fakeRecording({ fps: 1, seconds: 10 })
  video.currentTime = 2.1
  await vi.advanceTimersByTimeAsync(10)
  const shown = vi.fn<() => void>()
  void showFrame(video, 2.5).then(shown)
  await vi.advanceTimersByTimeAsync(499)
  expect(shown).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toHaveBeenCalledOnce()
  expect(drawn).toEqual([2])
})

test('in a browser that does not report drawn frames, showing a frame waits only for the seek', async () => {
  const { video } = fakeRecording({ fps: 25, seconds: 10, reportsFrames: false })
  await showFrame(video, 0.5)
  expect(video.currentTime).toBe(0.5)
})
