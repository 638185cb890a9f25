import type { TruthFile } from './file'
import { base, momentsOf, mp4Files } from './mp4'

/** Returns QuickTime files. */
export function movFiles(): TruthFile[] {
  const plain = base('h264.mov')
  const brand = plain.subarray(0, 12)
  const changed = mp4Files(plain).filter(({ data }) => data.subarray(0, 12).equals(brand))
  const file = (name: string, more: Partial<TruthFile> = {}): TruthFile => ({
    name,
    mime: 'video/quicktime',
    data: base(`${name}.mov`),
    moments: momentsOf(20),
    ...more,
  })
  return [
    ...changed.map((each): TruthFile => ({ ...each, mime: 'video/quicktime' })),
    file('timecode', { sample: true }),
    file('sound-96k', { sample: true }),
    file('pcm', { refused: 'the codec PCM' }),
    file('prores', { refused: 'the codec ProRes' }),
    file('mjpeg', { refused: 'the codec Motion JPEG' }),
  ]
}
