import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Size } from '#shared/annotation/projection'
import { kindOf, type Mime } from '#shared/contract/media-types'
import { MediaError } from '~~/server/media/error'
import { mediaJobs } from '~~/server/media/process/jobs'
import type { TruthFile } from '../files/file'

/** A file that Exhibit makes from an original and serves. */
export interface Product {
  kind: 'derivative' | 'thumbnail' | 'crop' | 'redaction'
  data: Buffer
  mime: Mime
  /** Whether the product must have every pixel of the original. */
  lossless: boolean
  /** The size that the API reports for the original; null if the API reports none. */
  stated: { width: number; height: number; durationMs?: number } | null
}

/** The redacted area in the redaction tests: the lower right corner of the upright picture. */
export const REDACTED = { x: 0.9, y: 0.9, width: 0.1, height: 0.1 }

/** Pixels: the longest side of a crop, and the width of a thumbnail. */
const CROP_SIDE = 1568
const THUMBNAIL_WIDTH = 320

/** Returns the size of a product of an original with this size. */
export function sizeOf(kind: Product['kind'], { width, height }: Size): Size {
  const longest = { thumbnail: THUMBNAIL_WIDTH / width, crop: CROP_SIDE / Math.max(width, height) }
  const share = kind === 'thumbnail' || kind === 'crop' ? Math.min(1, longest[kind]) : 1
  return { width: Math.round(width * share), height: Math.round(height * share) }
}

/**
 * Makes the files that Exhibit serves for an original. Returns the MediaError if Exhibit refuses the
 * original.
 */
export async function productsOf({ data, mime }: TruthFile): Promise<Product[] | MediaError> {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-truth-'))
  try {
    const path = join(folder, 'original')
    await writeFile(path, data)
    return await (kindOf(mime) === 'image' ? pictures(path, mime) : videos(path, mime, join(folder, 'video')))
  } catch (error) {
    if (error instanceof MediaError) return error
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function videos(path: string, mime: Mime, outPath: string): Promise<Product[]> {
  const stated = await mediaJobs.embedVideo({ path, mime, outPath })
  return [{ kind: 'derivative', data: await readFile(outPath), mime: stated.mime, lossless: true, stated }]
}

async function pictures(path: string, mime: Mime): Promise<Product[]> {
  const derivative = await mediaJobs.embedImage({ path, mime })
  const crop = await mediaJobs.markedPicture({ path, side: CROP_SIDE, marks: [] })
  const redaction = await mediaJobs.redactImage({ path, mime, areas: [REDACTED] }).catch((error: unknown) => {
    // Leaves out the redaction if the error states that the picture cannot be painted over.
    if (error instanceof MediaError && error.message.includes('painted over')) return null
    throw error
  })
  const more = { lossless: false, stated: null }
  return [
    { ...derivative, kind: 'derivative', stated: derivative.original },
    {
      ...more,
      kind: 'thumbnail',
      data: await mediaJobs.thumbnail({ path, width: THUMBNAIL_WIDTH }),
      mime: 'image/webp',
    },
    { ...more, kind: 'crop', data: crop.data, mime: crop.mime },
    ...(redaction ? [{ ...more, kind: 'redaction' as const, data: redaction, mime }] : []),
  ]
}
