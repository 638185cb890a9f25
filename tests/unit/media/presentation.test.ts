import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { remuxVideo } from '~~/server/media/video/remux'
import { mp4Files } from '../../media-truth/files/mp4'
import { webmFiles } from '../../media-truth/files/webm'
import { failureOf, newPath, sourceOf } from './sources'

// `tests/media-truth` compares how Chromium displays all of these files, which needs a browser.
const files = [...mp4Files(), ...webmFiles()]

async function made(name: string) {
  const file = files.find(each => each.name === name)
  if (!file) throw new Error(`there is no file "${name}"`)
  const path = newPath()
  const video = await remuxVideo(await sourceOf(file.data), file.mime, path)
  return { video, original: file.data, data: await readFile(path) }
}

/** Returns the bytes of a box of a video, beginning with the type of the box. */
const boxOf = (data: Buffer, type: string, length: number) =>
  data.subarray(data.indexOf(type), data.indexOf(type) + length)

describe('the properties with which a video is displayed', () => {
  it.each([
    'matrix of the track: mirrored',
    'matrix of the track: 90, mirrored',
    'matrix of half a size',
    'matrix of 45 degrees',
  ])('the derivative of an MP4 keeps the %s', async name => {
    const { original, data } = await made(name)
    const matrix = (bytes: Buffer) => boxOf(bytes, 'tkhd', 88).subarray(44, 80).toString('hex')
    expect(matrix(data)).toBe(matrix(original))
  })

  it.each(['colr nclx 9 14 9', 'colr nclx 1 1 8, full range', 'colr nclc 5 6 5', 'pasp 4:3', 'pasp 64:45'])(
    'the derivative of an MP4 keeps the box %s',
    async name => {
      const { original, data } = await made(name)
      const [type = ''] = name.split(' ')
      const length = type === 'colr' ? 14 : 12
      expect(boxOf(data, type, length).toString('hex')).toBe(boxOf(original, type, length).toString('hex'))
    },
  )

  it.each([
    ['pasp 2:1', 192, 64],
    ['pasp 1:2', 96, 128],
    ['pasp 1:1 with an aspect in the stream', 96, 64],
    ['aspect in the stream only', 192, 64],
    ['size of the track twice as wide', 192, 64],
    ['matrix twice as wide', 192, 64],
    ['matrix 90 with pasp 2:1', 64, 192],
    ['matrix of 45 degrees', 96, 64],
    ['VP9, twice as wide', 192, 64],
    ['VP9, of an unknown unit', 96, 64],
    ['VP9, stereo side by side', 192, 64],
    ['VP9, stereo top and bottom', 96, 128],
    ['VP9, projection, roll 90', 64, 96],
  ])('the derivative of the video “%s” is %i × %i pixels', async (name, width, height) => {
    expect((await made(name)).video).toMatchObject({ width, height })
  })

  it.each([
    ['VP8, color 9 1 14 9', '55ba010000000000000002000e'],
    ['VP8, projection, yaw 180', '76730100000000000000'],
    ['VP8, stereo side by side', '53b8010000000000000002'],
  ])('the derivative of the WebM “%s” keeps the stated properties', async (name, bytes) => {
    const { data } = await made(name)
    expect(data.toString('hex').includes(bytes.slice(0, 8))).toBe(true)
    expect(data.includes('....')).toBe(false)
  })

  it.each([
    ['disabled video', 'disabled'],
    ['pasp 3000:1', '288000 × 64 pixels'],
    ['edits: of no length', 'no length'],
    ['VP9 with a delay of the codec', 'delayed'],
    ['VP9 with a scale of time', 'scaled'],
    ['H.265 of 12 bits', '12 bits per channel'],
    ['H.264 of 12 bits', '12 bits per channel'],
  ])('the video “%s” is refused, and the hint states the remedy', async (name, reason) => {
    const failure = await failureOf(made(name))
    expect(failure).toMatchObject({ message: expect.stringContaining(reason), hint: expect.any(String) })
  })

  it.each(['colr and pasp with bytes behind', 'VP9, projection with private data'])(
    'the derivative of a video with %s does not contain this data',
    async name => {
      const { original, data } = await made(name)
      expect([original.includes('Somebody'), data.includes('Somebody')]).toEqual([true, false])
    },
  )

  it('the derivative of a video shows the first enabled video track', async () => {
    expect((await made('first video disabled')).video.durationMs).toBe(1000)
    expect((await made('second video disabled')).video.durationMs).toBe(2000)
  })

  it.each(['av1-12-bit', 'vp9-12-bit', '10-bit'])(
    'the video “%s” is accepted, because browsers play it',
    async name => {
      expect((await made(name)).video).toMatchObject({ width: 96, height: 64 })
    },
  )

  it.each([
    ['subtitles', ['text', 'text']],
    ['WebM with subtitles', ['text']],
    ['first video disabled', ['video']],
    ['disabled sound', ['sound']],
    ['plain', []],
  ])('the tracks of the video “%s” that are not shown are listed', async (name, dropped) => {
    expect((await made(name)).video.droppedTracks).toEqual(dropped)
  })

  it('a disabled track of a WebM is shown, because players show it too', async () => {
    expect((await made('VP9 disabled')).video).toMatchObject({ width: 96, height: 64, durationMs: 1000 })
  })
})
