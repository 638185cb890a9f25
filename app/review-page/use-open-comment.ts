import type { Thread } from '#shared/contract/thread'
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
 * Returns a function that opens a comment. If this changes the evidence on the stage, the function announces
 * the new evidence to screen readers.
 */
export function useOpenComment(): (thread: Thread) => void {
  const { artifact, revision, openThread } = useSelection()
  const { announce } = useAnnouncements()
  const announceRevision = useRevisionAnnouncement()
  return thread => {
    const [artifactBefore, revisionBefore] = [artifact.value?.id, revision.value?.id]
    openThread(thread)
    if (artifact.value && artifact.value.id !== artifactBefore) announce(artifact.value.title)
    else if (revision.value?.id !== revisionBefore) announceRevision()
  }
}
