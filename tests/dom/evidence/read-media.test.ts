import { expect, test, vi } from 'vitest'
import { readMedia } from '~/evidence/read-media'
import { fakeTimers } from '../../support/dom/browser'
import { stubDecoder } from '../../support/dom/decoder'
import { until } from '../../support/dom/mount'
import { png, stubImages } from '../../support/dom/uploads'

const recording = new File(['bytes'], 'a.webm', { type: 'video/webm' })

test('the width and height of an image are read from its file', async () => {
  stubImages({ width: 1200, height: 800 })
  expect(await readMedia(png('a'), 'image')).toEqual({ width: 1200, height: 800, poster: null })
})

test('the width, height and duration of a video are read, with the frame at 1 s as poster', async () => {
  const { sought } = stubDecoder({ duration: 12.3456 })
  const { poster, ...facts } = await readMedia(recording, 'video')
  expect(facts).toEqual({ width: 640, height: 360, durationMs: 12_346 })
  expect(poster?.type).toBe('image/jpeg')
  expect(sought).toEqual([1])
})

test('the duration of a video file that states no duration is found by seeking to the end', async () => {
  stubDecoder({ duration: Infinity, realDuration: 0.5 })
  expect((await readMedia(recording, 'video')).durationMs).toBe(500)
})

test('no size is read from a file that cannot be decoded, and its object URL is revoked', async () => {
  stubDecoder({ duration: 10, broken: true })
  expect(await readMedia(recording, 'video')).toEqual({ poster: null })
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(1)
})

test('no size is read from a file that the browser has not decoded within eight seconds', async () => {
  fakeTimers()
  const read = readMedia(recording, 'video')
  await until(() => expect(vi.getTimerCount()).toBe(1))
  await vi.advanceTimersByTimeAsync(8000)
  expect(await read).toEqual({ poster: null })
})
