import { expect, test, vi } from 'vitest'
import { readMedia } from '~/evidence/read-media'
import { fakeTimers } from '../../support/dom/browser'
import { stubDecoder } from '../../support/dom/decoder'
import { until } from '../../support/dom/mount'
import { png, stubImages } from '../../support/dom/uploads'

const recording = new File(['bytes'], 'a.webm', { type: 'video/webm' })

test('the size of an image is read', async () => {
  stubImages({ width: 1200, height: 800 })
  expect(await readMedia(png('a'), 'image')).toEqual({ width: 1200, height: 800, poster: null })
})

test('the size, the duration and a poster at the first second are read from a video', async () => {
  const { sought } = stubDecoder({ duration: 12.3456 })
  const { poster, ...facts } = await readMedia(recording, 'video')
  expect(facts).toEqual({ width: 640, height: 360, durationMs: 12_346 })
  expect(poster?.type).toBe('image/jpeg')
  expect(sought).toEqual([1])
})

test('the duration of a video that does not state it is found by seeking to the end', async () => {
  stubDecoder({ duration: Infinity, realDuration: 0.5 })
  expect((await readMedia(recording, 'video')).durationMs).toBe(500)
})

test('a file that the browser cannot decode has no size, and its object URL is revoked', async () => {
  stubDecoder({ duration: 10, broken: true })
  expect(await readMedia(recording, 'video')).toEqual({ poster: null })
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(1)
})

test('no size is read from a file that the browser takes too long to decode', async () => {
  fakeTimers()
  const read = readMedia(recording, 'video')
  await until(() => expect(vi.getTimerCount()).toBe(1))
  await vi.advanceTimersByTimeAsync(8000)
  expect(await read).toEqual({ poster: null })
})
