import type { Revision } from '#shared/contract/artifact'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import { shapesOf } from '#shared/annotation/shapes'
import { findChanges } from '~/difference/known-changes'

/**
 * The comments whose marks are drawn on an image: the comments on its revision, and comments on earlier
 * revisions whose spot is known on this revision. The selected comment is drawn before its spot is known.
 * `isLoaded`: whether the image is shown. Earlier revisions are compared with it only then, so that it does
 * not wait for them.
 */
export function useCarriedMarks(revision: () => Revision, isLoaded: () => boolean) {
  const { marks, earlierMarks } = useConversation()
  const { threadId } = useThreadSelection()
  const marksShown = useMarksShown()
  const { carriedTo, assumedOn, urlsToCompare } = useCarriedSpots()

  const carried = computed(
    () =>
      new Map(
        earlierMarks.value.flatMap(thread => {
          const shapes = carriedTo(revision(), thread)
          return shapes ? [[thread.threadId, shapes] as const] : []
        }),
      ),
  )
  /**
   * The shapes of the selected comment while its spot is being found: at the place where they are if nothing
   * changed there. Undefined for other comments.
   */
  const assumed = computed(() => {
    const thread = earlierMarks.value.find(each => each.threadId === threadId.value)
    return (thread && assumedOn(revision(), thread)) ?? undefined
  })
  const isAssumed = (thread: Thread) => assumed.value !== undefined && thread.threadId === threadId.value
  const shapesOfEarlier = (thread: Thread) =>
    carried.value.get(thread.threadId) ?? (isAssumed(thread) ? assumed.value : undefined)
  watchEffect(() => {
    if (!isLoaded() || !marksShown.value || import.meta.server) return
    for (const thread of earlierMarks.value.filter(each => !carried.value.has(each.threadId))) {
      const urls = urlsToCompare(revision(), thread)
      if (urls) findChanges(...urls)
    }
  })

  return {
    threads: computed(() => [...earlierMarks.value.filter(each => shapesOfEarlier(each)), ...marks.value]),
    /**
     * Returns where a shape of a comment is drawn on this image; null if its place is unknown. A shape of a
     * comment on an earlier revision cannot be edited.
     */
    placeOf: (shape: Shape, thread: Thread, index: number): Shape | null =>
      thread.revision === revision().index ? shape : (shapesOfEarlier(thread)?.[index] ?? null),
    /** Returns whether a comment is drawn where it may be, because its spot is not known yet. */
    isAssumed,
    /**
     * Returns the shapes of a comment on this image. If their place on it is unknown, returns the shapes as
     * they are on the commented image.
     */
    shapesOn: (thread: Thread): readonly Shape[] => shapesOfEarlier(thread) ?? shapesOf(thread),
  }
}
