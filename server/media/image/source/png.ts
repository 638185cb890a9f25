import { bufferSource, readAll, type ByteSource } from '~~/server/bytes/byte-source'
import { MediaError } from '../../error'
import { chunksBeforeData, chunksOf, SIGNATURE, written } from './png-chunks'
import { withOneProfile } from './png-color'

/**
 * Returns a PNG that is changed so that the decoder shows it as Chromium does: with the same colors and
 * orientation, and with the first frame if it is animated. Returns null if no change is necessary. Throws a
 * MediaError for a picture that cannot be shown as Chromium does.
 */
export async function normalizedPng(source: ByteSource): Promise<Buffer | null> {
  const first = await firstFrame(source)
  if (!first) return withOneProfile(source)
  return (await withOneProfile(bufferSource(first))) ?? first
}

/**
 * Returns the first frame of an animated PNG as a still PNG, if the static image of the file is not part of
 * the animation (PNG, third edition, 4.9). Returns null for any other file.
 */
async function firstFrame(source: ByteSource): Promise<Buffer | null> {
  const types = new Set<string>()
  for await (const { type } of chunksBeforeData(source)) types.add(type)
  if (!types.has('acTL') || types.has('fcTL')) return null
  // A malformed file is left unchanged, because the decoder reports its error.
  const chunks = chunksOf(await readAll(source))
  const header = chunks?.[0]
  const at = chunks?.findIndex(({ type }) => type === 'fcTL') ?? -1
  const control = chunks?.[at]
  if (!chunks || !control || header?.type !== 'IHDR' || control.data.length !== 26) return null
  const next = chunks.findIndex(({ type }, i) => i > at && type === 'fcTL')
  const data = chunks
    .slice(at, next < 0 ? undefined : next)
    .flatMap(chunk => (chunk.type === 'fdAT' ? [chunk.data.subarray(4)] : []))
  if (!control.data.subarray(4, 12).equals(header.data.subarray(0, 8)))
    throw new MediaError(
      'undecodable',
      'The first frame of the animated PNG is smaller than the picture, and another picture is its default.',
      'Make the first frame as large as the picture.',
    )
  const before = chunks.slice(
    0,
    chunks.findIndex(({ type }) => type === 'IDAT'),
  )
  return Buffer.concat([
    SIGNATURE,
    ...before.filter(({ type }) => type !== 'acTL').map(written),
    written({ type: 'IDAT', data: Buffer.concat(data) }),
    written({ type: 'IEND', data: Buffer.alloc(0) }),
  ])
}
