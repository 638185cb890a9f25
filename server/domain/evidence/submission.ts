import type { BaselineRule } from '#shared/contract/comparison'
import type { EvidenceOutcome, EvidenceWarning, OmittedFile } from '#shared/contract/submitted-evidence'
import { invalid } from '#shared/errors'
import type { RetainingWorkspace } from '#shared/plans'
import type { LoadedReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import type { NamedScreen } from '~~/server/domain/artifact/baseline-key'
import type { Comparisons } from '~~/server/domain/artifact/compare-revisions'
import type { ShownPictures, ShownRevision } from '~~/server/domain/artifact/shown-pictures'
import type { StoringWorkspace } from '~~/server/domain/billing/storage-quota'
import { screenOf } from '~~/server/domain/upload/revision-metadata'
import type { Target } from './find-target'
import type { Description } from './insert-evidence'
import type { PreparedMedia } from './prepared-media'
import type { Evidence } from './evidence'
import type { Refusals } from './refusals'

/** The result for one file of a call. */
export interface Published {
  evidence: Evidence
  outcome: EvidenceOutcome
  artifactId: string
  revisionId: string
  /** The revision that contains the file: the inserted one or, if the file is unchanged, the existing one. */
  shown: ShownRevision
  /** The completed revisions that the artifact had before the call, in order. */
  earlier: ShownRevision[]
  warnings: EvidenceWarning[]
}

/** A call that publishes files. */
export interface Submission<T> {
  evidence: Evidence[]
  description: Description
  refusals: Refusals
  /**
   * Whether a file is left out if it would become new evidence but looks the same as an accepted revision.
   */
  changedOnly: boolean
  round: { roundKey?: string; roundSummary?: string }
  /**
   * Returns the workspace whose quota applies, the id of the review, and its project. The id or the project
   * is null if the call will create the review or the project.
   */
  find: () => Promise<{
    reviewId: string | null
    project: { id: string; baselines: BaselineRule } | null
    workspace: StoringWorkspace & RetainingWorkspace
  }>
  /** Returns the review, and creates it if there is none. */
  open: (tx: Db) => Promise<LoadedReview>
  /** Called after all files were published. Returns the result of the call. */
  finish: (tx: Db, loaded: LoadedReview, result: PublishedCall) => Promise<T>
}

/** The published files of a call. */
export interface PublishedCall {
  published: Published[]
  roundId: string | null
  pictures: ShownPictures
  omitted: OmittedFile[]
}

/**
 * The files of a call that are stored before its transaction, and the hashes and comparisons of these files.
 */
export interface Preparation {
  media: PreparedMedia
  /** The hashes of the revisions that a file may be equal to, by their id. */
  known: Map<string, string | null>
  pictures: ShownPictures
  comparisons: Map<Evidence, Comparisons>
}

/**
 * Returns the fields of a call that describe a file. The commit in the call is the commit after the change,
 * so a file that shows the state before the change gets no commit.
 */
export const descriptionOf = (evidence: Evidence, description: Description): Description => ({
  ...description,
  ...(evidence.isBefore && { commit: null }),
  ...evidence.description,
})

/** Returns the fields that name the screen that a file shows. */
export function screenShown(
  { title }: Evidence,
  { artifact }: Target,
  description: Description,
): NamedScreen {
  const { variationGroup = null, viewport = null, scenario = null } = description
  if (!artifact) return { title: title ?? '', variationGroup, viewport, scenario }
  return screenOf({ ...description, ...(title !== null && { title }) }, artifact, artifact)
}

/**
 * Rejects each file that shows the state after a change if the file with the state before the change was
 * rejected.
 */
export function refuseAfter(evidence: Evidence[], refusals: Refusals): void {
  for (const [index, before] of evidence.entries()) {
    const after = evidence[index + 1]
    if (!before.isBefore || !after || !refusals.has(before) || refusals.has(after)) continue
    const message = `"${after.name}" was not published, since the state before it was refused.`
    refusals.add(after, invalid(after.part, message, 'Send both again.'))
  }
}
