import type { Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import { fixRevisions } from '~/review-state/fix-revisions'
import { text } from '~/text/review'

/**
 * Returns a function that announces the revision on the stage to screen readers. The function does nothing
 * during a comparison, because the comparison announces both of its sides.
 */
export function useRevisionAnnouncement(): () => void {
  const { revisions, revision } = useSelection()
  const { mode } = useCompare()
  const { announce } = useAnnouncements()
  return () => {
    if (mode.value) return
    announce(text.opened.revision(revision.value?.index ?? 0, revisions.value.at(-1)?.index ?? 0))
  }
}

/**
 * Returns a function that opens a comment. The stage keeps its revision if the spot of the comment is known
 * there, unless a later revision shows the fix. If the evidence on the stage changes, the function announces
 * the new evidence to screen readers.
 */
export function useOpenComment(): (thread: Thread) => void {
  const { artifacts, artifact, revision, openThread } = useSelection()
  const { carriedTo } = useCarriedSpots()
  const { announce } = useAnnouncements()
  const announceRevision = useRevisionAnnouncement()
  const staysOn = (shown: Revision, thread: Thread) =>
    thread.artifactId === artifact.value?.id &&
    fixRevisions(thread, artifacts.value) === null &&
    carriedTo(shown, thread) !== null
  return thread => {
    const [artifactBefore, revisionBefore] = [artifact.value?.id, revision.value?.id]
    const shown = revision.value
    openThread(thread, shown && staysOn(shown, thread) ? shown : undefined)
    if (artifact.value && artifact.value.id !== artifactBefore) announce(artifact.value.title)
    else if (revision.value?.id !== revisionBefore) announceRevision()
  }
}
