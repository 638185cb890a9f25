import { eq } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { Mime, ThumbnailWidth } from '#shared/contract/media-types'
import { mediaLife } from '#shared/plans'
import { AppError } from '#shared/errors'
import { bufferSource, type ByteSource } from '~~/server/byte-source'
import { readCapabilityToken, type Purpose } from '~~/server/access/capability'
import { db, write } from '~~/server/db'
import { artifact, project, review, revision, workspace } from '~~/server/db/schema'
import { fileNameOf, type Served } from '~~/server/domain/artifact/download-original'
import {
  deriveEmbed,
  derivePosterOf,
  placeholderOf,
  store,
  thumbnailOf,
} from '~~/server/domain/artifact/derive-media'
import type { RevisionRow } from '~~/server/domain/artifact/serialize'
import { MediaError } from '~~/server/media/error'
import { blobs } from '~~/server/storage/blobs'
import { BlobMissingError } from '~~/server/storage/driver'
import { isOutOfSpace } from '~~/server/out-of-space'
import { settings } from '~~/server/settings'
import { singleFlight } from '~~/server/single-flight'

export interface ServedCapability extends Served {
  disposition: 'inline' | 'attachment'
  cacheControl: string
}

const notFound = () =>
  new AppError('not_found', {
    message: 'There is nothing at this address.',
    hint: 'It may have been revoked or have expired. Open the review for a fresh one.',
  })

/**
 * What a capability address serves: the derivative of its revision, or a thumbnail of it. Unknown, revoked
 * and expired addresses throw the same `not_found`.
 */
export async function serveCapability(input: { token: string; w?: string }): Promise<ServedCapability> {
  const claim = readCapabilityToken(input.token)
  if (!claim) throw notFound()
  const [row] = await db
    .select({ revision, artifact: { title: artifact.title }, plan: workspace.plan })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
    .where(eq(revision.id, claim.revisionId))
  if (
    !row ||
    row.revision.completedAt === null ||
    generationOf(row.revision, claim.purpose) !== claim.generation
  )
    throw notFound()
  const now = Date.now()
  const life = mediaLife(
    row.revision.completedAt,
    row.revision.mediaDeletedAt,
    row.plan,
    settings().retention,
    now,
  )
  if (life.state !== 'active') {
    if (claim.purpose === 'download') throw notFound()
    return placeholder(life.state, input.w)
  }
  const { source, tag, mime } = await pictureOf(row.revision, claim.purpose, input.w)
  return {
    source,
    tag,
    mime,
    fileName: fileNameOf(row.artifact.title, row.revision.index, mime),
    disposition: claim.purpose === 'download' ? 'attachment' : 'inline',
    // A cached copy must not outlive the window it counts down to.
    cacheControl: `public, max-age=${Math.min(limits.capabilityMaxAgeSeconds, life.expiresAt === null ? Infinity : Math.floor((life.expiresAt - now) / 1000))}, immutable`,
  }
}

/**
 * The card that stands for evidence past its retention. Kept for a minute only: a wider plan brings the
 * picture back.
 */
async function placeholder(
  state: 'expired' | 'deleted',
  width: string | undefined,
): Promise<ServedCapability> {
  const card = await placeholderOf(state, width === undefined ? undefined : Number(width))
  return {
    source: bufferSource(card),
    tag: `${state}-${width ?? 'whole'}`,
    mime: 'image/png',
    fileName: `evidence ${state}.png`,
    disposition: 'inline',
    cacheControl: 'public, max-age=60',
  }
}

function generationOf(row: RevisionRow, purpose: Purpose): number {
  return { embed: row.embedGeneration, download: row.downloadGeneration, poster: row.posterGeneration }[
    purpose
  ]
}

type Picture = Pick<Served, 'source' | 'tag' | 'mime'>

async function pictureOf(row: RevisionRow, purpose: Purpose, width: string | undefined): Promise<Picture> {
  const poster = purpose === 'poster'
  if (width === undefined) return poster ? posterOf(row) : embedOf(row)
  // Lists show a video's still without the play mark: they draw their own.
  const original = poster ? row.posterKey && row.posterOriginalKey : row.originalKey
  if (original === null || (!poster && row.mime.startsWith('video/'))) throw notFound()
  return smallPicture(row.id, original, Number(width) as ThumbnailWidth)
}

async function embedOf(row: RevisionRow): Promise<Picture> {
  const found = row.embedKey && row.embedMime ? await sourceOf(row.embedKey) : null
  if (found && row.embedKey && row.embedMime)
    return { source: found, tag: tagOf(row.embedKey), mime: row.embedMime }
  // Lost, but it can be made again from the original: once, however many ask.
  return singleFlight(`embed ${row.id}`, async () => {
    if (row.originalKey === null) throw notFound()
    const made = await deriveEmbed(row.id, row.originalKey, row.mime).catch(asNotFound)
    await write(tx =>
      tx
        .update(revision)
        .set({ embedKey: made.key, embedMime: made.mime, embedBytes: made.bytes })
        .where(eq(revision.id, row.id)),
    )
    return { source: await blobs().source(made.key), tag: tagOf(made.key), mime: made.mime }
  })
}

async function posterOf(row: RevisionRow): Promise<Picture> {
  const found = row.posterKey && row.posterMime ? await sourceOf(row.posterKey) : null
  if (found && row.posterKey && row.posterMime)
    return { source: found, tag: tagOf(row.posterKey), mime: row.posterMime }
  return singleFlight(`poster ${row.id}`, async () => {
    // Only a poster that was proven at completion has a key.
    if (row.posterKey === null || row.posterOriginalKey === null) throw notFound()
    const made = await derivePosterOf(row.id, row.posterOriginalKey).catch(asNotFound)
    await write(tx =>
      tx
        .update(revision)
        .set({ posterKey: made.key, posterMime: made.mime, posterBytes: made.bytes })
        .where(eq(revision.id, row.id)),
    )
    return { source: await blobs().source(made.key), tag: tagOf(made.key), mime: made.mime }
  })
}

/** A thumbnail is made when first asked for, and kept where there is room. */
async function smallPicture(
  revisionId: string,
  originalKey: string,
  width: ThumbnailWidth,
): Promise<Picture> {
  const key = `thumbnails/${revisionId}/${tagOf(originalKey)}-${width}`
  const mime: Mime = 'image/webp'
  const found = await sourceOf(key)
  if (found) return { source: found, tag: tagOf(key), mime }
  return singleFlight(key, async () => {
    const data = await thumbnailOf(originalKey, width).catch(asNotFound)
    await store(key, data).catch((error: unknown) => {
      if (!isOutOfSpace(error)) throw error
    })
    return { source: bufferSource(data), tag: tagOf(key), mime }
  })
}

const tagOf = (key: string) => key.split('/').at(-1) ?? key

async function sourceOf(key: string): Promise<ByteSource | null> {
  try {
    return await blobs().source(key)
  } catch (error) {
    if (error instanceof BlobMissingError) return null
    throw error
  }
}

function asNotFound(error: unknown): never {
  throw error instanceof MediaError || error instanceof BlobMissingError ? notFound() : error
}
