import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Comparison } from '#shared/contract/comparison'
import { revisionBefore } from '#shared/review/revision-before'

/** Whether a revision's file can be displayed. */
export const isShowable = (revision: Revision) =>
  revision.completedAt !== null && revision.mediaState === 'active' && revision.embedUrl !== null

/**
 * Returns the state before the change that belongs to a revision of the artifact, by default to its current
 * revision. Returns undefined if there is none, if its file cannot be displayed, or if the revision itself
 * shows a state before a change.
 */
export function stateBefore(
  { revisions, currentRevision }: Pick<Artifact, 'revisions' | 'currentRevision'>,
  shown = currentRevision,
): Revision | undefined {
  if (shown?.isBefore !== false) return undefined
  const before = revisionBefore(revisions, shown)
  return before && isShowable(before) ? before : undefined
}

/**
 * Returns the id of the earlier revision with which an artifact is compared when it is opened: its state
 * before the change, else the revision that a person accepted, which may be in another review. Returns
 * undefined if there is no earlier revision, or if only the bytes of the files were compared: the bytes of
 * two recordings always differ.
 */
export function earlierRevisionId(artifact: Artifact): string | undefined {
  const before = stateBefore(artifact)
  if (before) return before.id
  const { status, changedPercent, against } = artifact.currentRevision?.baseline ?? {}
  if (status !== 'changed' || changedPercent === null || !against) return undefined
  const own = artifact.revisions.find(each => each.id === against.revisionId)
  return !own || isShowable(own) ? against.revisionId : undefined
}

/** Returns the URL of a revision's picture: the image itself, or the poster of a video. */
export const stillOf = (
  { kind }: Pick<Artifact, 'kind'>,
  revision: Pick<Revision, 'embedUrl' | 'posterUrl'>,
): string | null => (kind === 'image' ? revision.embedUrl : revision.posterUrl)

/** An earlier picture of the same screen. */
export interface EarlierPicture {
  address: string
  /** The content of the picture: the state before the change, or a state that a person accepted. */
  is: 'before' | 'accepted'
}

/**
 * Returns the earlier picture that the current revision of an artifact changes: its state before the change,
 * else the state that a person accepted. Returns undefined if there is none, or if it is not shown any more.
 */
export function earlierPicture(artifact: Artifact): EarlierPicture | undefined {
  const before = stateBefore(artifact)
  if (before) return pictureAt(stillOf(artifact, before), 'before')
  const { status, against } = artifact.currentRevision?.baseline ?? {}
  if (status !== 'changed' || !against) return undefined
  const own = artifact.revisions.find(each => each.id === against.revisionId)
  if (!own) return pictureAt(against.pictureUrl, 'accepted')
  return isShowable(own) ? pictureAt(stillOf(artifact, own), 'accepted') : undefined
}

const pictureAt = (address: string | null, is: EarlierPicture['is']): EarlierPicture | undefined =>
  address === null ? undefined : { address, is }

/**
 * Returns how the current revision of an artifact differs from the revision that a person accepted; undefined
 * if it does not differ. Also returns undefined if the accepted revision is not shown to the person, as to
 * visitors if it is in another review: they cannot look at a difference that they would be told of.
 */
export function shownChange({ currentRevision }: Pick<Artifact, 'currentRevision'>): Comparison | undefined {
  const compared = currentRevision?.baseline
  return compared?.status === 'changed' && compared.against ? compared : undefined
}
