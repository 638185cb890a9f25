import type { MediaLinkPurpose } from '#shared/contract/media-link'
import type { Input } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { Mime, ThumbnailWidth } from '#shared/contract/media-types'
import { mediaLife } from '#shared/plans'
import type { Actor } from '~~/server/access/actor'
import { readMediaLinkToken, type MediaLinkClaim } from '~~/server/secrets/media-link-token'
import { assertWorkspaceActive } from '~~/server/access/suspension'
import { db } from '~~/server/db'
import type { Served } from '~~/server/domain/artifact/download-original'
import { fileNameOf } from '~~/server/domain/artifact/file-name'
import { settings } from '~~/server/settings'
import { blobs } from '~~/server/storage/blobs'
import { tagOfKey, thumbnailKey } from '~~/server/storage/keys'
import { selectLinked, selectLinkedToArtifact, type LinkedRevision } from './linked-revision'
import {
  ifMissing,
  linkNotFound,
  makeDerivative,
  thumbnailOriginal,
  type Derivative,
} from './make-derivative'
import { placeholder } from './placeholder'
import { readCommentImage } from './read-comment-image'

/**
 * Returns the content of a media link: the derivative or thumbnail of a revision, a comment image, or a
 * placeholder image for media past its retention. Throws the same `not_found` for links that are unknown,
 * revoked or expired, and `suspended` if the workspace is suspended.
 */
export async function readCapability(_actor: Actor, input: Input<'readCapability'>): Promise<Served> {
  const claim = readMediaLinkToken(input.token)
  if (!claim) throw linkNotFound()
  const width = input.w === undefined ? undefined : (Number(input.w) as ThumbnailWidth)
  if (claim.follows === 'comment') return readCommentImage(claim.imageId, width)
  const row = await findLinked(claim)
  if (!row) throw linkNotFound()
  assertWorkspaceActive(row.workspace)
  const now = Date.now()
  const { completedAt, mediaDeletedAt } = row.revision
  if (completedAt === null) throw linkNotFound()
  const life = mediaLife(completedAt, mediaDeletedAt, row.workspace, settings().retention, now)
  if (life.state !== 'active') {
    if (claim.purpose === 'download') throw linkNotFound()
    return placeholder(life.state, width)
  }
  // A cached copy must not be used after the end of the retention.
  const visibleSeconds = life.expiresAt === null ? Infinity : Math.floor((life.expiresAt - now) / 1000)
  const cacheControl =
    claim.follows === 'revision'
      ? `public, max-age=${Math.min(limits.capabilityMaxAgeSeconds, visibleSeconds)}, immutable`
      : `public, max-age=${Math.min(limits.latestMaxAgeSeconds, visibleSeconds)}`
  const serve = ({ key, ...derivative }: Derivative): Served => ({
    ...derivative,
    tag: tagOfKey(key),
    fileName: fileNameOf(row.title, row.revision.index, derivative.mime),
    redirect: redirectOf(key, derivative.source.size, Math.min(limits.redirectSeconds, visibleSeconds)),
    disposition: claim.purpose === 'download' ? 'attachment' : 'inline',
    cacheControl,
  })
  const owned = { ...row.revision, workspaceId: row.workspace.id }
  const remake = async () => serve(await makeDerivative(owned, claim.purpose, width))
  const stored = await openStored(row.revision, claim.purpose, width)
  return stored ? { ...serve(stored), onUnreadable: error => ifMissing(error, remake) } : remake()
}

/**
 * Returns the revision that a media link currently shows, with its artifact's title and its workspace.
 * Returns undefined if the link was revoked.
 */
async function findLinked(claim: Exclude<MediaLinkClaim, { follows: 'comment' }>) {
  const rows =
    claim.follows === 'revision'
      ? await selectLinked(db, { id: claim.revisionId })
      : await selectLinkedToArtifact(db, { artifactId: claim.artifactId })
  const generation = rows.reduce((sum, row) => sum + generationOf(row.revision, claim.purpose), 0)
  return generation === claim.generation ? rows[0] : undefined
}

/** Returns a redirect to the blob store for a large blob, if `BLOB_REDIRECT` is enabled. */
function redirectOf(key: string, size: number, seconds: number): Served['redirect'] {
  const { direct } = blobs()
  if (!settings().blobRedirect || !direct || size < limits.redirectBytes || seconds < 1) return undefined
  return async headers => ({ address: await direct.addressOf(key, { ...headers, seconds }), seconds })
}

/** Opens the stored file that a link serves. Returns null if the file is missing and must be made again. */
async function openStored(
  row: LinkedRevision,
  purpose: MediaLinkPurpose,
  width: ThumbnailWidth | undefined,
): Promise<Derivative | null> {
  const { key, mime, bytes } = storedFile(row, purpose, width)
  if (key === null || mime === null) return null
  try {
    const source = await blobs().open(key, { size: bytes ?? undefined })
    return { source, mime, key }
  } catch (error) {
    return await ifMissing(error, async () => null)
  }
}

function storedFile(
  row: LinkedRevision,
  purpose: MediaLinkPurpose,
  width: ThumbnailWidth | undefined,
): { key: string | null; mime: Mime | null; bytes: number | null } {
  if (width !== undefined)
    // The size is null, because no database row contains the size of a thumbnail.
    return {
      key: thumbnailKey(row.id, thumbnailOriginal(row, purpose), width),
      mime: 'image/webp',
      bytes: null,
    }
  if (purpose === 'poster') return { key: row.posterKey, mime: row.posterMime, bytes: row.posterBytes }
  return { key: row.embedKey, mime: row.embedMime, bytes: row.embedBytes }
}

function generationOf(row: LinkedRevision, purpose: MediaLinkPurpose): number {
  return { embed: row.embedGeneration, download: row.downloadGeneration, poster: row.posterGeneration }[
    purpose
  ]
}
