import type { Thread } from '#shared/contract/thread'
import { text } from '~/text/review'

/** Returns a function that opens a comment, and announces when the stage shows something else for it. */
export function useOpenComment(): (thread: Thread) => void {
  const { artifact, revisions, revision, openThread } = useSelection()
  const { mode } = useCompare()
  const { announce } = useAnnouncements()
  return thread => {
    const [artifactBefore, revisionBefore] = [artifact.value?.id, revision.value?.id]
    openThread(thread)
    if (artifact.value && artifact.value.id !== artifactBefore) announce(artifact.value.title)
    // A comparison announces its pair.
    else if (revision.value && revision.value.id !== revisionBefore && !mode.value)
      announce(text.opened.revision(revision.value.index, revisions.value.at(-1)?.index ?? 0))
  }
}
