import { expect, test, vi } from 'vitest'
import { shallowRef } from 'vue'
import { usePlayer } from '~/video/use-player'
import { provideVideoTime, useVideoTime } from '~/video/use-video-time'
import { fakeTimers } from '../../support/dom/browser'
import { mountInNuxt } from '../../support/dom/mount'
import { fakeRecording } from '../../support/dom/recording'

async function mountPlayer(options: Partial<Parameters<typeof fakeRecording>[0]> = {}) {
  fakeTimers()
  const recording = fakeRecording({ fps: 25, seconds: 10, ...options })
  const { video } = recording
  const mounted = await mountInNuxt(() => ({ ...usePlayer(shallowRef(video), 9000), time: useVideoTime() }), {
    parent: () => void provideVideoTime(),
  })
  const player = mounted.result
  for (const [name, listener] of Object.entries(player.listeners)) video.addEventListener(name, listener)
  video.dispatchEvent(new Event('loadedmetadata'))
  /** Waits until all requested frame steps are done. */
  const settleSteps = () => vi.advanceTimersByTimeAsync(3000)
  const frameNow = () => Math.floor(video.currentTime * recordingFps + 1e-6)
  const recordingFps = options.fps ?? 25
  return { ...mounted, ...recording, player, settleSteps, frameNow }
}

test('a video plays at the chosen speed, which can be changed while it plays', async () => {
  const { player, video } = await mountPlayer()
  player.choose(2)
  expect(player.state.speed).toBe(0)
  player.toggle()
  expect([player.state.speed, video.playbackRate, video.paused]).toEqual([2, 2, false])
  player.choose(0.5)
  expect(video.playbackRate).toBe(0.5)
  player.toggle()
  expect([player.state.speed, video.paused]).toEqual([0, true])
})

test('a video is not played if the browser can decode only its sound', async () => {
  const { player, video } = await mountPlayer({ hasPictures: false })
  expect(player.state.failure).toBe('notPlayable')
  player.toggle()
  expect([player.state.speed, video.paused]).toEqual([0, true])
})

test('the conversation can read the playback position of the video and pause the video', async () => {
  const { player, video, playFrames } = await mountPlayer()
  player.seek(3)
  expect(player.time.value.seconds).toBe(3)
  player.run(1)
  playFrames(25)
  video.dispatchEvent(new Event('timeupdate'))
  expect(player.time.value.seconds).toBeCloseTo(4)
  player.time.value.pause?.()
  expect(video.paused).toBe(true)
})

test('a seek stays within the duration that the video file states', async () => {
  const { player, video } = await mountPlayer()
  expect(player.state.duration).toBe(10)
  player.seek(99)
  expect(video.currentTime).toBe(10)
  player.seek(-1)
  expect(video.currentTime).toBe(0)
})

test('a seek during a frame step ends the step and does not affect the measured frame rate', async () => {
  const { player, video, settleSteps } = await mountPlayer()
  const assumed = player.state.fps
  player.frame(1)
  await vi.advanceTimersByTimeAsync(0)
  player.seek(5)
  await settleSteps()
  expect([video.currentTime, player.state.fps]).toEqual([5, assumed])
})

test('the player shows a video as paused if the browser pauses it', async () => {
  const { player, video } = await mountPlayer()
  player.run(1)
  await vi.advanceTimersByTimeAsync(0)
  video.pause()
  expect(player.state.speed).toBe(0)
})

test('if the browser refuses to play, the video stays paused without an error', async () => {
  const { player } = await mountPlayer({ refusal: new DOMException('No.', 'NotAllowedError') })
  player.run(1)
  await vi.advanceTimersByTimeAsync(0)
  expect([player.state.speed, player.state.failure]).toEqual([0, null])
})

test('a frame step before the metadata is loaded does nothing, but later frame steps work', async () => {
  let isLoaded = false
  const { player, frameNow, settleSteps } = await mountPlayer({ isLoaded: () => isLoaded })
  player.frame(1)
  await settleSteps()
  isLoaded = true
  player.frame(1)
  await settleSteps()
  expect(frameNow()).toBe(1)
})

test('before the frame rate is known, a frame step shows exactly the next frame', async () => {
  const { player, frameNow, settleSteps } = await mountPlayer()
  for (const frame of [1, 2, 3]) {
    player.frame(1)
    await settleSteps()
    expect(frameNow()).toBe(frame)
  }
  expect(player.state.fps).toBe(25)
})

test('a frame step back shows the previous frame and stops at the first frame', async () => {
  const { player, frameNow, settleSteps } = await mountPlayer()
  player.seek(2.01)
  await settleSteps()
  player.frame(-1)
  await settleSteps()
  expect(frameNow()).toBe(49)
  player.seek(0)
  await settleSteps()
  player.frame(-1)
  await settleSteps()
  expect(frameNow()).toBe(0)
})

test('each press of the frame step key moves by one frame, however fast it is pressed', async () => {
  const { player, frameNow, settleSteps } = await mountPlayer()
  for (let press = 0; press < 5; press++) player.frame(1)
  await settleSteps()
  expect(frameNow()).toBe(5)
})

test('before the frame rate is known, a frame step can move by ten frames in both directions', async () => {
  const { player, video, drawn, frameNow, settleSteps } = await mountPlayer()
  player.frame(10)
  await settleSteps()
  expect(frameNow()).toBe(10)
  const before = drawn.length
  player.frame(10)
  await settleSteps()
  expect([frameNow(), drawn.length - before]).toEqual([20, 2])
  player.frame(-10)
  await settleSteps()
  expect(frameNow()).toBe(10)
  player.frame(-10)
  player.frame(-10)
  await settleSteps()
  expect(video.currentTime).toBe(0)
})

test('the frames of a video that is loaded again are watched once', async () => {
  const { video } = await mountPlayer()
  const watch = vi.spyOn(video, 'requestVideoFrameCallback')
  video.dispatchEvent(new Event('loadedmetadata'))
  expect(watch).not.toHaveBeenCalled()
})

test('a frame step pauses a playing video', async () => {
  const { player, video, settleSteps } = await mountPlayer()
  player.run(1)
  player.frame(1)
  await settleSteps()
  expect([player.state.speed, video.paused]).toEqual([0, true])
})

test('playing a video measures its frame rate', async () => {
  const { player, playFrames } = await mountPlayer({ fps: 60 })
  expect(player.state.fps).toBe(30)
  player.run(1)
  await vi.advanceTimersByTimeAsync(0)
  playFrames(20)
  expect(player.state.fps).toBe(60)
})

test('if the browser does not report frames, a frame step uses the assumed frame rate', async () => {
  const { player, video, settleSteps } = await mountPlayer({ reportsFrames: false })
  player.frame(1)
  await settleSteps()
  expect(video.currentTime).toBeCloseTo(1 / 30, 2)
})

test('J plays a video backwards, gets faster with each press, and stops at the beginning', async () => {
  const { player, video } = await mountPlayer()
  player.seek(2)
  player.shuttle('back')
  expect([player.state.speed, video.paused]).toEqual([-1, true])
  await vi.advanceTimersByTimeAsync(500)
  expect(video.currentTime).toBeGreaterThan(1.3)
  expect(video.currentTime).toBeLessThan(1.7)
  player.shuttle('back')
  expect(player.state.speed).toBe(-2)
  await vi.advanceTimersByTimeAsync(2000)
  expect([player.state.speed, video.currentTime]).toEqual([0, 0])
})

test('a looping video that plays backwards continues from its end after reaching its beginning', async () => {
  const { player, video } = await mountPlayer()
  player.state.loop = true
  player.seek(0.5)
  player.shuttle('back')
  await vi.advanceTimersByTimeAsync(1500)
  expect(player.state.speed).toBe(-1)
  expect(video.currentTime).toBeGreaterThan(8)
})

test('a player that is closed stops playing backwards', async () => {
  const { player, video, wrapper } = await mountPlayer()
  player.seek(5)
  player.shuttle('back')
  await vi.advanceTimersByTimeAsync(100)
  wrapper.unmount()
  const at = video.currentTime
  await vi.advanceTimersByTimeAsync(1000)
  expect(video.currentTime).toBe(at)
})

test.each([
  ['next', 1, 13],
  ['previous', -1, 11],
])('a frame step right after a seek shows the %s frame of the new position', async (_, by, expected) => {
  const { player, settleSteps, frameNow, drawn } = await mountPlayer({ drawsAfterMs: () => 60 })
  player.seek(0)
  await settleSteps()
  expect(drawn).toEqual([0])
  player.seek(0.5)
  player.frame(by)
  await settleSteps()
  expect(frameNow()).toBe(expected)
})

test('a frame step shows the next frame, even if the current frame is drawn during the step', async () => {
  const delays: number[] = []
  const { player, video, frameNow, settleSteps } = await mountPlayer({
    drawsAfterMs: () => delays.shift() ?? 0,
  })
  player.frame(1)
  await settleSteps()
  video.currentTime = 0.48
  await vi.advanceTimersByTimeAsync(0)
  // Simulates a busy browser: drawing the frame of the next seek takes longer than the frame step waits.
  delays.push(250, 400)
  player.seek(0.52)
  player.frame(1)
  await settleSteps()
  expect(frameNow()).toBe(14)
})
