import { expect, test, vi } from 'vitest'
import { readMedia } from '~/evidence/read-media'
import { fakeTimers } from '../../support/dom/browser'
import { stubDecoder } from '../../support/dom/decoder'
import { settle } from '../../support/dom/mount'
import { png, stubImages } from '../../support/dom/uploads'

const recording = new File(['bytes'], 'a.webm', { type: 'video/webm' })

test('the size of an image is read', async () => {
  stubImages({ width: 1200, height: 800 })
  expect(await readMedia(png('a'), 'image')).toEqual({ width: 1200, height: 800, poster: null })
})

test('size, duration and a poster at the first second of a video are read', async () => {
  const { sought } = stubDecoder({ duration: 12.3456 })
  const { poster, ...facts } = await readMedia(recording, 'video')
  expect(facts).toEqual({ width: 640, height: 360, durationMs: 12_346 })
  expect(poster?.type).toBe('image/jpeg')
  expect(sought).toEqual([1])
})

test('a recording that does not state its duration is sought to its end', async () => {
  stubDecoder({ duration: Infinity, realDuration: 0.5 })
  expect((await readMedia(recording, 'video')).durationMs).toBe(500)
})

test('a file that the browser cannot decode has no facts, and its address is freed', async () => {
  stubDecoder({ duration: 10, broken: true })
  expect(await readMedia(recording, 'video')).toEqual({ poster: null })
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(1)
})

test('a file that takes the browser too long has no facts', async () => {
  fakeTimers()
  const read = readMedia(recording, 'video')
  await settle()
  await vi.advanceTimersByTimeAsync(8000)
  expect(await read).toEqual({ poster: null })
})
