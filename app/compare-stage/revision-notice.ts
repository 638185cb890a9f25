import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import type { Draft } from '~/review-state/use-draft'
import { text } from '~/text/stage'

/** A notice of the stage about other revisions of its artifact, or about unsent comments. */
export type RevisionNotice =
  /**
   * This device stores a comment that was not sent. The comment is on another revision, or its form is
   * closed.
   */
  | { type: 'unsent'; text: string; unsent: Draft }
  /** An older revision is shown. */
  | { type: 'older'; text: string }
  /**
   * Comments on older revisions are not addressed, and their spots are not shown on this one; `first`: the
   * first of these comments.
   */
  | { type: 'comments'; text: string; first: Thread }

interface Shown {
  artifact: Artifact | undefined
  /** The revision on the stage. */
  shown: Revision | undefined
  /** The artifact's latest revision. */
  latest: Revision | undefined
  threads: readonly Thread[]
  /** The selected comment. */
  selected: Thread | undefined
  /** Returns whether the spot of a comment on an older revision is, or may soon be, shown on this one. */
  isCarried: (thread: Thread) => boolean
  /** The comments stored on this device that were not sent and whose form is closed, on any artifact. */
  unsent: readonly Draft[]
}

/** Returns the notice about other revisions and unsent comments; null if there is none. */
export function revisionNotice({
  artifact,
  shown,
  latest,
  threads,
  selected,
  isCarried,
  unsent,
}: Shown): RevisionNotice | null {
  if (!artifact || !shown || !latest) return null
  const draft = unsent.find(each => each.artifactId === artifact.id)
  const commented = artifact.revisions.find(each => each.id === draft?.revisionId)
  if (draft && commented) {
    const { unsentHere, unsentComment } = text.notice
    const isHere = commented.id === shown.id
    return { type: 'unsent', text: isHere ? unsentHere : unsentComment(commented.index), unsent: draft }
  }
  if (shown.index < latest.index) {
    const { older, beforeFix } = text.notice
    const isFixed =
      selected?.status === 'addressed' &&
      selected.artifactId === artifact.id &&
      selected.revision === shown.index
    return { type: 'older', text: isFixed ? beforeFix(shown.index) : older(shown.index, latest.index) }
  }
  const elsewhere = threads.filter(
    each =>
      each.artifactId === artifact.id &&
      each.status === 'open' &&
      (each.revision ?? shown.index) < shown.index &&
      !isCarried(each),
  )
  const [first] = elsewhere
  if (!first) return null
  const indices = [...new Set(elsewhere.flatMap(each => each.revision ?? []))].toSorted((a, b) => a - b)
  return {
    type: 'comments',
    text: text.notice.notFixed(elsewhere.length, indices),
    first,
  }
}
