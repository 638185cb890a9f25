import { FilePathSource, Input, MP4 } from 'mediabunny'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { remuxVideo } from '~~/server/media/video/remux'
import { base } from '../../media-truth/files/mp4'
import { failureOf, newPath, sourceOf } from './sources'

// `tests/media-truth` compares how Chromium displays these files, which needs a browser.
async function made(data: Buffer, mime: 'video/quicktime' | 'video/mp4' = 'video/quicktime') {
  const path = newPath()
  return { video: await remuxVideo(await sourceOf(data), mime, path), path }
}

/** Returns a copy of a file in which the entries of its data references have these flags. */
function withReferences(file: Buffer, flags: number): Buffer {
  const copy = Buffer.from(file)
  for (let at = copy.indexOf('dref'); at >= 0; at = copy.indexOf('dref', at + 1))
    copy.writeUInt8(flags, at + 23)
  return copy
}

describe('the derivative of a QuickTime file', () => {
  it.each([
    ['h264', 2000, ['avc', 'aac'], []],
    ['hevc', 1000, ['hevc'], []],
    ['timecode', 2000, ['avc', 'aac'], ['data']],
    ['sound-96k', 2000, ['avc', 'aac'], []],
  ])('the derivative of “%s” is an MP4 with its tracks', async (name, durationMs, codecs, droppedTracks) => {
    const { video, path } = await made(base(`${name}.mov`))
    expect(video).toMatchObject({ mime: 'video/mp4', width: 96, height: 64, droppedTracks })
    expect(Math.abs(video.durationMs - durationMs)).toBeLessThan(100)
    const data = await readFile(path)
    expect([data.toString('latin1', 4, 8), data.includes('qt  ')]).toEqual(['ftyp', false])
    using input = new Input({ source: new FilePathSource(path), formats: [MP4] })
    const tracks = await input.getTracks()
    expect(await Promise.all(tracks.map(track => track.getCodec()))).toEqual(codecs)
  })

  it.each([
    ['h264', 48_000, 1],
    ['sound-96k', 96_000, 1],
  ])(
    'the sound of “%s” keeps its rate, whatever version its description has',
    async (name, rate, channels) => {
      const { path } = await made(base(`${name}.mov`))
      using input = new Input({ source: new FilePathSource(path), formats: [MP4] })
      const sound = await input.getPrimaryAudioTrack()
      expect([await sound?.getSampleRate(), await sound?.getNumberOfChannels()]).toEqual([rate, channels])
    },
  )
})

describe('a QuickTime file that is refused', () => {
  it.each([
    ['prores', 'ProRes', 'Export it as MP4 (H.264).'],
    ['mjpeg', 'Motion JPEG', 'Export it as MP4 (H.264).'],
    ['pcm', 'PCM', 'Export it as MP4 (H.264 with AAC).'],
  ])('the error for “%s” names the codec %s and an accepted codec', async (name, codec, hint) => {
    expect(await failureOf(made(base(`${name}.mov`)))).toMatchObject({
      reason: 'unknown_codec',
      message: `The video is in a QuickTime file with the codec ${codec}, which browsers do not play.`,
      hint,
    })
  })

  it('the error for an unknown codec contains its code of four letters', async () => {
    const text = base('prores.mov').toString('latin1').replace('apco', 'ab\x00d')
    expect(await failureOf(made(Buffer.from(text, 'latin1')))).toMatchObject({
      message: expect.stringContaining('the codec “ab?d”,'),
    })
  })

  it('a QuickTime file that refers to media in another file is refused, and an MP4 is not', async () => {
    const file = base('h264.mov')
    await expect(made(withReferences(file, 1))).resolves.toMatchObject({ video: { width: 96 } })
    expect(await failureOf(made(withReferences(file, 0)))).toMatchObject({
      message: 'The QuickTime file refers to pictures or sound in another file.',
      hint: 'Export it as MP4 (H.264).',
    })
    await expect(made(withReferences(base('h264.mp4'), 0), 'video/mp4')).resolves.toMatchObject({
      video: { width: 96 },
    })
  })

  it('a QuickTime file that is cut is refused', async () => {
    const file = base('timecode.mov')
    for (const share of [0.2, 0.5, 0.9, 0.99])
      expect(await failureOf(made(file.subarray(0, file.length * share)))).toMatchObject({
        name: 'MediaError',
      })
  })
})
