import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const crop = await mediaJobs.markedPicture({ path, side: 1568, marks: [] })
  const redaction = await mediaJobs.redactImage({ path, mime, areas: [REDACTED] }).catch((error: unknown) => {
    // Leaves out the redaction if the error states that the picture cannot be painted over.
    if (error instanceof MediaError && error.message.includes('painted over')) return null
    throw error
  })
  const more = { lossless: false, stated: null }
  return [
    { ...derivative, kind: 'derivative', stated: derivative.original },
    { ...more, kind: 'thumbnail', data: await mediaJobs.thumbnail({ path, width: 320 }), mime: 'image/webp' },
    { ...more, kind: 'crop', data: crop.data, mime: crop.mime },
    ...(redaction ? [{ ...more, kind: 'redaction' as const, data: redaction, mime }] : []),
  ]
}
