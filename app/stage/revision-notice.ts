import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import { text } from '~/text/stage'

/** What the stage says about other revisions of its artifact. */
export type RevisionNotice =
  /** An older revision is shown. */
  | { type: 'older'; text: string }
  /** Open comments are on other revisions; `first`: the oldest of them. */
  | { type: 'comments'; text: string; first: Thread }

interface Shown {
  artifact: Artifact | undefined
  /** The revision on the stage. */
  shown: Revision | undefined
  /** The artifact's latest revision. */
  latest: Revision | undefined
  threads: readonly Thread[]
}

/** Returns what to say about the other revisions; null when there is nothing to say. */
export function revisionNotice({ artifact, shown, latest, threads }: Shown): RevisionNotice | null {
  if (!artifact || !shown || !latest) return null
  if (shown.index < latest.index) return { type: 'older', text: text.notice.older(shown.index, latest.index) }
  const elsewhere = threads.filter(
    each =>
      each.artifactId === artifact.id &&
      each.status === 'open' &&
      (each.revision ?? shown.index) < shown.index,
  )
  const [first] = elsewhere
  if (!first) return null
  const indices = [...new Set(elsewhere.flatMap(each => each.revision ?? []))].toSorted((a, b) => a - b)
  return {
    type: 'comments',
    text: text.notice.openComments(elsewhere.length, indices),
    first,
  }
}
