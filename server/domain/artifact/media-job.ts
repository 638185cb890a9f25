import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Mime } from '#shared/contract/fields'
import { deriveImage } from '~~/server/media/image'
import { assertMatches } from '~~/server/media/inspect'
import { derivePoster } from '~~/server/media/poster'
import { remuxVideo } from '~~/server/media/video'
import { blobs } from '~~/server/storage/blobs'

/** How the folders begin in which recordings are remuxed, so that the sweeper knows them. */
export const remuxFolder = 'exhibit-remux-'

/** What was made of an original: where it lies and what the file itself says. */
export interface Derived {
  key: string
  mime: Mime
  bytes: number
  width: number
  height: number
  durationMs: number | null
}

/**
 * Proves an original by signature and by decoding, and stores its embeddable derivative.
 * Throws a MediaError for bytes that are not what was declared.
 */
export async function deriveEmbed(revisionId: string, originalKey: string, mime: Mime): Promise<Derived> {
  const source = await blobs().source(originalKey)
  await assertMatches(source, mime)
  const key = derivedKey('embeds', revisionId)
  if (mime.startsWith('image/')) {
    const image = await deriveImage(source, mime)
    await store(key, image.data)
    return { key, mime: image.mime, bytes: image.data.length, ...image.original, durationMs: null }
  }
  const folder = await mkdtemp(join(tmpdir(), remuxFolder))
  try {
    const file = join(folder, 'video')
    const { width, height, durationMs } = await remuxVideo(source, mime, file)
    const { size } = await stat(file)
    await blobs().write(key, createReadStream(file, { highWaterMark: 1024 * 1024 }), { size })
    return { key, mime, bytes: size, width, height, durationMs }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Proves a video's still and stores the poster with its play mark. Throws a MediaError. */
export async function derivePosterOf(revisionId: string, originalKey: string, mime: Mime): Promise<Derived> {
  const source = await blobs().source(originalKey)
  await assertMatches(source, mime)
  const poster = await derivePoster(source, mime)
  const key = derivedKey('embeds', revisionId)
  await store(key, poster.data)
  return { key, mime: poster.mime, bytes: poster.data.length, width: poster.width, height: poster.height, durationMs: null }
}

/** Stores bytes that are in memory. */
export async function store(key: string, data: Buffer): Promise<void> {
  await blobs().write(key, Readable.from([data]), { size: data.length })
}

/** A key of its own for each making, so that a second one never overwrites what is being read. */
export function derivedKey(folder: string, revisionId: string): string {
  return `${folder}/${revisionId}/${randomBytes(9).toString('hex')}`
}
