import { eq } from 'drizzle-orm'
import type { MediaLinkPurpose } from '#shared/contract/media-link'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Comparison } from '#shared/contract/comparison'
import type { ThreadCounts } from '#shared/contract/kit/fields'
import { addresses } from '#shared/addresses'
import { evidenceMarkdown } from '#shared/review/markdown'
import { revisionBefore } from '#shared/review/revision-before'
import { mediaLife, type RetainingWorkspace } from '#shared/plans'
import { iso, isoOrNull } from '#shared/time'
import { mediaLinkToken } from '~~/server/secrets/media-link-token'
import type { LoadedArtifact } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { revision } from '~~/server/db/schema'
import type { StoredComparison } from '~~/server/db/tables/evidence'
import { approvalOf } from './approval'
import type { ArtifactRow, RevisionRow } from './rows'
import { countThreads } from '~~/server/domain/thread/counts'
import { settings } from '~~/server/settings'

/** The columns of a revision that API responses need. */
export const shownRevision = {
  id: revision.id,
  artifactId: revision.artifactId,
  index: revision.index,
  mime: revision.mime,
  bytes: revision.bytes,
  width: revision.width,
  height: revision.height,
  durationMs: revision.durationMs,
  roundId: revision.roundId,
  isBefore: revision.isBefore,
  description: revision.description,
  route: revision.route,
  viewport: revision.viewport,
  commit: revision.commit,
  scenario: revision.scenario,
  posterKey: revision.posterKey,
  posterFrameById: revision.posterFrameById,
  contextKey: revision.contextKey,
  embedGeneration: revision.embedGeneration,
  downloadGeneration: revision.downloadGeneration,
  posterGeneration: revision.posterGeneration,
  change: revision.change,
  baseline: revision.baseline,
  embedHash: revision.embedHash,
  completedAt: revision.completedAt,
  mediaDeletedAt: revision.mediaDeletedAt,
}
type ShownRevision = Pick<RevisionRow, keyof typeof shownRevision>

/** The properties of a reader that decide which URLs a response to the reader contains. */
export interface Audience {
  workspace: RetainingWorkspace
  now: number
  /** Whether visitors of a share link read the response: they download at other URLs, and see one review. */
  isVisitor: boolean
}

/** Returns a revision of an artifact in the form of the API contract, without its storage keys. */
export function serializeRevision(artifact: ArtifactRow, row: ShownRevision, audience: Audience): Revision {
  const life =
    row.completedAt === null
      ? null
      : mediaLife(row.completedAt, row.mediaDeletedAt, audience.workspace, settings().retention, audience.now)
  const generations: Record<MediaLinkPurpose, number> = {
    embed: row.embedGeneration,
    download: row.downloadGeneration,
    poster: row.posterGeneration,
  }
  const address = (purpose: MediaLinkPurpose) =>
    row.completedAt === null ? null : revisionLink(row.id, purpose, generations[purpose])
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
    downloadUrl: audience.isVisitor ? null : address('download'),
    mediaState: life?.state ?? 'active',
    mediaExpiresAt: isoOrNull(life?.expiresAt ?? null),
    mediaDeletesAt: isoOrNull(life?.deletesAt ?? null),
    roundId: row.roundId,
    isBefore: row.isBefore,
    description: row.description,
    route: row.route,
    viewport: row.viewport,
    commit: row.commit,
    scenario: row.scenario,
    completedAt: isoOrNull(row.completedAt),
    change: serializeComparison(artifact, row.change, audience),
    baseline: serializeComparison(artifact, row.baseline, audience),
    differsFromItself: false,
    posterIsFrame: row.posterFrameById !== null,
    hasContext: row.contextKey !== null,
  }
}

/**
 * The fields of a revision that determine whether it differs from another picture of the same state in its
 * round.
 */
interface OwnRevision extends Pick<Revision, 'roundId' | 'commit' | 'isBefore'> {
  completedAt: unknown
  change: Pick<Comparison, 'status'> | null
}

/**
 * Returns the revisions of an artifact in their order, with the added field `differsFromItself`: whether a
 * revision differs from an earlier revision of the same round and commit, although both show the same state.
 * Each revision was compared only with the completed revision before it, so a difference is passed on from
 * one revision to the next.
 */
export function withOwnDifferences<R extends OwnRevision>(
  ordered: readonly R[],
): (R & { differsFromItself: boolean })[] {
  let before: (R & { differsFromItself: boolean }) | undefined
  return ordered.map(each => {
    if (each.completedAt === null) return { ...each, differsFromItself: false }
    const earlier = before && isSamePicture(before, each) ? before : null
    const differsFromItself =
      earlier !== null && (earlier.differsFromItself || each.change?.status === 'changed')
    before = { ...each, differsFromItself }
    return before
  })
}

/**
 * Returns whether two revisions show the same state: both the state after the change, in the same round and
 * commit.
 */
const isSamePicture = (one: OwnRevision, other: OwnRevision): boolean =>
  one.roundId !== null &&
  one.roundId === other.roundId &&
  one.commit === other.commit &&
  !one.isBefore &&
  !other.isBefore

/** Returns a comparison of a revision of an artifact in the form of the API contract. */
function serializeComparison(
  own: ArtifactRow,
  row: StoredComparison | null,
  { isVisitor }: Audience,
): Comparison | null {
  if (row === null) return null
  if (row.against === null) return { ...row, against: null }
  const { from: other, ...against } = row.against
  const from = other ?? { artifactId: own.id, reviewId: own.reviewId, picture: undefined }
  if (isVisitor && from.reviewId !== own.reviewId) return { ...row, against: null }
  const url = addresses.artifact(settings().publicUrl, from.reviewId, from.artifactId)
  const picture = from.artifactId === own.id ? undefined : from.picture
  const pictureUrl = picture ? revisionLink(against.revisionId, picture.purpose, picture.generation) : null
  return { ...row, against: { ...against, reviewId: from.reviewId, url, pictureUrl } }
}

/** Returns the URL of a media link to a revision. */
const revisionLink = (revisionId: string, purpose: MediaLinkPurpose, generation: number): string =>
  addresses.capability(
    settings().publicUrl,
    mediaLinkToken({ follows: 'revision', revisionId, purpose, generation }),
  )

/**
 * Returns an artifact with all its revisions, ordered by index. The current revision is the latest completed
 * one.
 */
export function serializeArtifact(
  row: ArtifactRow,
  revisions: ShownRevision[],
  threadCounts: ThreadCounts,
  audience: Audience,
): Artifact {
  const ordered = withOwnDifferences(
    revisions.toSorted((a, b) => a.index - b.index).map(each => serializeRevision(row, each, audience)),
  )
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
      kind: row.kind,
      title: row.title,
      url,
      embedUrl: currentRevision?.embedUrl ?? null,
      posterUrl: currentRevision?.posterUrl ?? null,
      before: revisionBefore(ordered, currentRevision),
    }),
    latestEmbedUrl: currentRevision?.embedUrl ? latestAddress(row.id, 'embed', revisions) : null,
    latestPosterUrl: currentRevision?.posterUrl ? latestAddress(row.id, 'poster', revisions) : null,
    currentRevision,
    revisions: ordered,
    threadCounts,
    ...serializeApproval(row, revisions),
  }
}

/** Returns the approval of an artifact as `approval` if it still holds, otherwise as `endedApproval`. */
function serializeApproval(
  row: ArtifactRow,
  revisions: readonly ShownRevision[],
): Pick<Artifact, 'approval' | 'endedApproval'> {
  const found = approvalOf(row, revisions)
  if (!found) return { approval: null, endedApproval: null }
  const { by, at, revisionId } = found.approval
  const shown = { by, at: iso(at), revisionId, carried: found.holds && found.isCarried }
  return found.holds ? { approval: shown, endedApproval: null } : { approval: null, endedApproval: shown }
}

/**
 * Returns the URL of a media link that follows an artifact: it always shows the latest completed revision.
 */
function latestAddress(artifactId: string, purpose: 'embed' | 'poster', revisions: ShownRevision[]): string {
  const generation = revisions
    .filter(each => each.completedAt !== null)
    .reduce((sum, each) => sum + each[`${purpose}Generation`], 0)
  const token = mediaLinkToken({ follows: 'artifact', artifactId, purpose, generation })
  return addresses.capability(settings().publicUrl, token)
}

const revisionsOf = prepared({ artifactId: revision.artifactId }, (executor, { artifactId }) =>
  executor.select(shownRevision).from(revision).where(eq(revision.artifactId, artifactId)),
)

/** Returns one artifact in the form of the API contract, with its revisions and thread counts. */
export async function serializeLoadedArtifact(
  executor: Db,
  { artifact: row, review, workspace }: LoadedArtifact,
): Promise<Artifact> {
  const [revisions, counts] = await Promise.all([
    revisionsOf(executor, { artifactId: row.id }),
    countThreads(executor, review.id),
  ])
  const audience = { workspace, now: Date.now(), isVisitor: false }
  return serializeArtifact(row, revisions, counts.of(row.id), audience)
}
