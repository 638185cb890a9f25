import type { Artifact, Revision } from '#shared/contract/artifact'
import type { ThreadCounts } from '#shared/contract/kit/fields'
import { addresses } from '#shared/addresses'
import { evidenceMarkdown } from '#shared/markdown'
import { mediaLife, type PlanId } from '#shared/plans'
import { isoOrNull } from '#shared/time'
import { capabilityToken, type Purpose } from '~~/server/access/capability'
import type { artifact, revision } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

export type ArtifactRow = typeof artifact.$inferSelect
export type RevisionRow = typeof revision.$inferSelect

/** Who will read an answer: it decides which addresses it holds. */
export interface Audience {
  plan: PlanId
  now: number
  /** Whether download addresses are handed out; not to those who only hold a share link. */
  downloads: boolean
}

/** A revision as the contract shows it; private storage keys stay behind. */
export function serializeRevision(row: RevisionRow, audience: Audience): Revision {
  const life =
    row.completedAt === null
      ? null
      : mediaLife(row.completedAt, row.mediaDeletedAt, audience.plan, settings().retention, audience.now)
  const generations: Record<Purpose, number> = {
    embed: row.embedGeneration,
    download: row.downloadGeneration,
    poster: row.posterGeneration,
  }
  const address = (purpose: Purpose) =>
    row.completedAt === null
      ? null
      : addresses.capability(
          settings().publicUrl,
          capabilityToken({ revisionId: row.id, purpose, generation: generations[purpose] }),
        )
  return {
    id: row.id,
    index: row.index,
    mime: row.mime,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    durationMs: row.durationMs,
    embedUrl: address('embed'),
    posterUrl: row.posterKey === null ? null : address('poster'),
    downloadUrl: audience.downloads ? address('download') : null,
    mediaState: life?.state ?? 'active',
    mediaExpiresAt: isoOrNull(life?.expiresAt ?? null),
    mediaDeletesAt: isoOrNull(life?.deletesAt ?? null),
    roundId: row.roundId,
    completedAt: isoOrNull(row.completedAt),
  }
}

/** An artifact with all its revisions, ordered by index; the current one is the latest completed. */
export function serializeArtifact(
  row: ArtifactRow,
  revisions: RevisionRow[],
  threadCounts: ThreadCounts,
  audience: Audience,
): Artifact {
  const ordered = revisions
    .toSorted((a, b) => a.index - b.index)
    .map(each => serializeRevision(each, audience))
  const currentRevision = ordered.findLast(each => each.completedAt !== null) ?? ordered.at(-1) ?? null
  const url = addresses.artifact(settings().publicUrl, row.reviewId, row.id)
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    description: row.description,
    variationGroup: row.variationGroup,
    preferred: row.preferred,
    route: row.route,
    viewport: row.viewport,
    commit: row.commit,
    scenario: row.scenario,
    status: row.status,
    url,
    markdown: evidenceMarkdown({
      ...row,
      url,
      embedUrl: currentRevision?.embedUrl ?? null,
      posterUrl: currentRevision?.posterUrl ?? null,
    }),
    currentRevision,
    revisions: ordered,
    threadCounts,
  }
}
