import type { ReviewSummary } from '#shared/contract/review-list'
import { addresses } from '#shared/addresses'
import { mediaLife, type RetainingWorkspace } from '#shared/plans'
import { isoOrNull } from '#shared/time'
import { isMediaActive } from '~~/server/domain/artifact/active-media'
import { mediaLinkToken } from '~~/server/secrets/media-link-token'
import { settings } from '~~/server/settings'

/** The fields of a completed revision that are needed for a row of a list. */
interface CompletedRevision {
  kind: 'image' | 'video'
  id: string
  poster: string | null
  completedAt: number | null
  mediaDeletedAt: number | null
  embedGeneration: number
  posterGeneration: number
}

/**
 * Returns the thumbnail of a review, and the time when it expires or was deleted. The thumbnail is the
 * picture of the first artifact with a picture, from that artifact's latest revision with a picture.
 * Artifacts whose media is past its retention are used only if there are no others.
 */
export function thumbnailOf(
  rows: CompletedRevision[],
  workspace: RetainingWorkspace,
): Pick<ReviewSummary, 'thumbnailUrl' | 'thumbnailExpiresAt'> {
  const now = Date.now()
  const latest = rows.filter(
    ({ kind, poster, mediaDeletedAt }) => kind === 'image' || poster !== null || mediaDeletedAt !== null,
  )
  const shown = latest.find(row => isMediaActive(row, workspace, now)) ?? latest[0]
  if (!shown) return { thumbnailUrl: null, thumbnailExpiresAt: null }
  const { completedAt, mediaDeletedAt } = shown
  const { expiresAt } = mediaLife(completedAt ?? now, mediaDeletedAt, workspace, settings().retention, now)
  const isImage = shown.kind === 'image'
  const token = mediaLinkToken({
    follows: 'revision',
    revisionId: shown.id,
    purpose: isImage ? 'embed' : 'poster',
    generation: isImage ? shown.embedGeneration : shown.posterGeneration,
  })
  return {
    thumbnailUrl: addresses.capability(settings().publicUrl, token),
    thumbnailExpiresAt: isoOrNull(mediaDeletedAt ?? expiresAt),
  }
}
