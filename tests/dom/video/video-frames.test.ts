import { expect, test, vi } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { framesBetween } from '~/video/range-picture'
import { frameAt, wholeFrameAt } from '~/video/video-frames'
import { fakeTimers } from '../../support/dom/browser'
import { stubDecoder } from '../../support/dom/decoder'
import { until } from '../../support/dom/mount'

// Each test uses different URLs, because thumbnails are cached.

test('the same frame of a video is captured only once', async () => {
  const { sought } = stubDecoder({ duration: 10 })
  const [one, two] = await Promise.all([frameAt('/a', 1500), frameAt('/a', 1500)])
  expect(one).toMatch(/^blob:/)
  expect(two).toBe(one)
  expect(await frameAt('/a', 1500)).toBe(one)
  expect(sought).toEqual([1.5])
})

test('the frames of a video are captured one at a time, in order, by one decoder', async () => {
  const { sought, open } = stubDecoder({ duration: 10 })
  const frames = await Promise.all([3000, 1000, 2000].map(ms => frameAt('/b', ms)))
  expect(sought).toEqual([3, 1, 2])
  expect([new Set(frames).size, open()]).toEqual([3, 1])
})

test('frames of a video that cannot be decoded are rejected, and a later request tries again', async () => {
  fakeTimers()
  const video = { duration: 10, broken: true }
  stubDecoder(video)
  await expect(frameAt('/c', 1000)).rejects.toThrow('could not be decoded')
  await expect(frameAt('/c', 2000)).rejects.toThrow('could not be decoded')
  await until(() => expect(vi.getTimerCount()).toBe(1))
  await vi.advanceTimersByTimeAsync(4000)
  video.broken = false
  expect(await frameAt('/c', 1000)).toMatch(/^blob:/)
})

test('a video decoder is released four seconds after the last frame', async () => {
  fakeTimers()
  const { open } = stubDecoder({ duration: 10 })
  // Two timers are running: one releases the decoder later, and the other one limits the time for drawing a
  // frame.
  const isReleasePlanned = () => until(() => expect(vi.getTimerCount()).toBe(2))
  await frameAt('/d', 1000)
  await isReleasePlanned()
  await vi.advanceTimersByTimeAsync(3000)
  await frameAt('/d', 2000)
  await isReleasePlanned()
  await vi.advanceTimersByTimeAsync(3000)
  expect(open()).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(open()).toBe(0)
})

test('beyond 300 video thumbnails, the oldest are released, and captured again when needed', async () => {
  const { sought } = stubDecoder({ duration: 1000 })
  const first = await frameAt('/e', 1)
  await Promise.all(Array.from({ length: 300 }, (_, index) => frameAt('/e', 1000 + index)))
  await until(() => expect(URL.revokeObjectURL).toHaveBeenCalledWith(first))
  const before = sought.length
  await frameAt('/e', 1)
  expect(sought.length).toBe(before + 1)
})

test('a whole video frame is captured as a JPEG image', async () => {
  const { sought } = stubDecoder({ duration: 10 })
  const frame = await wholeFrameAt('/f', 1500)
  expect([frame.type, sought]).toEqual(['image/jpeg', [1.5]])
})

test('a video frame that is too large for the server is rejected before it is sent', async () => {
  stubDecoder({ duration: 10, frameBytes: limits.frameBytes + 1 })
  await expect(wholeFrameAt('/g', 1000)).rejects.toThrow('too large')
  stubDecoder({ duration: 10, frameBytes: limits.frameBytes })
  expect((await wholeFrameAt('/h', 1000)).size).toBe(limits.frameBytes)
})

test('six frames of a range fit into the largest picture that the server accepts', async () => {
  for (const [width, height] of [
    [960, 540],
    [1920, 1080],
    [540, 960],
    [3000, 100],
  ] as const) {
    const { encoded } = stubDecoder({ duration: 10, size: { width, height } })
    await framesBetween(`/range-${width}`, 0, 5000)
    const [sheet] = encoded
    expect(Math.max(sheet?.width ?? Infinity, sheet?.height ?? Infinity)).toBeLessThanOrEqual(
      limits.framePixels,
    )
  }
})
