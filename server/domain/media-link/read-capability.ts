import { eq } from 'drizzle-orm'
import type { MediaLinkPurpose } from '#shared/contract/media-link'
import type { Input } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { ThumbnailWidth } from '#shared/contract/media-types'
import { mediaLife } from '#shared/plans'
import type { Actor } from '~~/server/access/actor'
import { bufferSource } from '~~/server/byte-source'
import { readMediaLinkToken } from '~~/server/access/media-link-token'
import { db } from '~~/server/db'
import { selectRevisions } from '~~/server/db/joins'
import { revision } from '~~/server/db/schema'
import { placeholderOf } from '~~/server/domain/artifact/derive-media'
import type { Served } from '~~/server/domain/artifact/download-original'
import { fileNameOf } from '~~/server/domain/artifact/file-name'
import type { RevisionRow } from '~~/server/domain/artifact/serialize'
import { settings } from '~~/server/settings'
import { findOrMakeDerivative, linkNotFound } from './derivative'

/**
 * Returns what a media link serves: the derivative of its revision or a thumbnail of it, and a placeholder
 * card for evidence past its retention. Throws the same `not_found` for unknown, revoked and expired
 * addresses.
 */
export async function readCapability(_actor: Actor, input: Input<'readCapability'>): Promise<Served> {
  const claim = readMediaLinkToken(input.token)
  if (!claim) throw linkNotFound()
  const [row] = await selectRevisions(db).where(eq(revision.id, claim.revisionId))
  if (
    !row ||
    row.revision.completedAt === null ||
    generationOf(row.revision, claim.purpose) !== claim.generation
  )
    throw linkNotFound()
  const width = input.w === undefined ? undefined : (Number(input.w) as ThumbnailWidth)
  const now = Date.now()
  const { completedAt, mediaDeletedAt } = row.revision
  const life = mediaLife(completedAt, mediaDeletedAt, row.workspace.plan, settings().retention, now)
  if (life.state !== 'active') {
    if (claim.purpose === 'download') throw linkNotFound()
    return placeholder(life.state, width)
  }
  const { source, tag, mime } = await findOrMakeDerivative(row.revision, claim.purpose, width)
  return {
    source,
    tag,
    mime,
    fileName: fileNameOf(row.artifact.title, row.revision.index, mime),
    disposition: claim.purpose === 'download' ? 'attachment' : 'inline',
    // A cached copy must not outlive the visible window.
    cacheControl: `public, max-age=${Math.min(limits.capabilityMaxAgeSeconds, life.expiresAt === null ? Infinity : Math.floor((life.expiresAt - now) / 1000))}, immutable`,
  }
}

/**
 * Returns the card for evidence past its retention. Cached for a minute only: a larger plan restores the
 * picture.
 */
async function placeholder(state: 'expired' | 'deleted', width: ThumbnailWidth | undefined): Promise<Served> {
  return {
    source: bufferSource(await placeholderOf(state, width)),
    tag: `${state}-${width ?? 'whole'}`,
    mime: 'image/png',
    fileName: `evidence ${state}.png`,
    disposition: 'inline',
    cacheControl: 'public, max-age=60',
  }
}

function generationOf(row: RevisionRow, purpose: MediaLinkPurpose): number {
  return { embed: row.embedGeneration, download: row.downloadGeneration, poster: row.posterGeneration }[
    purpose
  ]
}
