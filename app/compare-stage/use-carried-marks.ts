import type { Revision } from '#shared/contract/artifact'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import { shapesOf } from '#shared/annotation/shapes'
import { findChanges, knownChanges } from '~/difference/known-changes'
import { commentedRevision } from '~/review-state/fix-revisions'
import { carriedShapes, isSameWidth } from './carried-shapes'

/**
 * The comments whose marks are drawn on an image: the comments on its revision, and comments on earlier
 * revisions whose spot is known on this revision. `isLoaded`: whether the image is shown. Earlier revisions
 * are compared with it only then, so that it does not wait for them.
 */
export function useCarriedMarks(revision: () => Revision, isLoaded: () => boolean) {
  const { artifacts, latestRevision } = useSelection()
  const { marks, earlierMarks } = useConversation()
  const marksShown = useMarksShown()

  /** The revision with the comment and the one on the stage; null if their content cannot be compared. */
  function revisionsOf(thread: Thread) {
    const [before, after] = [commentedRevision(thread, artifacts.value), revision()]
    return before?.embedUrl && after.embedUrl && before.index < after.index && isSameWidth({ before, after })
      ? { before, after, urls: [before.embedUrl, after.embedUrl] as const }
      : null
  }
  const carried = computed(
    () =>
      new Map(
        earlierMarks.value.flatMap(thread => {
          const revisions = revisionsOf(thread)
          if (!revisions) return []
          const isLatest = revisions.after.id === latestRevision.value?.id
          // The server compares the spot with the latest revision.
          const known = { ...thread, markChanged: isLatest ? thread.markChanged : null }
          const shapes = carriedShapes(known, revisions, knownChanges(...revisions.urls))
          return shapes ? [[thread.threadId, shapes] as const] : []
        }),
      ),
  )
  watchEffect(() => {
    if (!isLoaded() || !marksShown.value || import.meta.server) return
    for (const thread of earlierMarks.value) {
      const urls = thread.geometry && !carried.value.has(thread.threadId) && revisionsOf(thread)?.urls
      if (urls) findChanges(...urls)
    }
  })

  return {
    threads: computed(() => [
      ...earlierMarks.value.filter(each => carried.value.has(each.threadId)),
      ...marks.value,
    ]),
    /** Returns where a shape of a comment is drawn. Carried shapes cannot be edited. */
    placeOf: (shape: Shape, thread: Thread, index: number): Shape | null =>
      thread.revision === revision().index ? shape : (carried.value.get(thread.threadId)?.[index] ?? null),
    /** Returns the shapes of a comment on this image; as on the commented image if their place is unknown. */
    shapesOn: (thread: Thread): readonly Shape[] => carried.value.get(thread.threadId) ?? shapesOf(thread),
  }
}
