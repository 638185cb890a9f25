import { hasExtent } from '#shared/annotation/shapes'
import { text } from '~/text/stage'
import type { Draft } from '~/review-state/use-draft'

/**
 * Returns a function that opens the form of a new comment. It closes the selected comment or the form of
 * another new comment. A toast can restore the shapes of that other comment, unless its only shape is a
 * point, which a click can place again.
 */
export function useNewDraft(): (next: Draft) => void {
  const { draft, sendingDrafts, open } = useDraft()
  const { artifacts, openThread } = useSelection()
  const { showUndoToast } = useUndoToast()
  return next => {
    const replaced = draft.value
    openThread(undefined)
    open(next)
    if (!replaced?.shape || sendingDrafts.value.includes(replaced)) return
    const drawn = [replaced.shape, ...(replaced.more ?? [])]
    if (drawn.length > 1 || drawn.some(hasExtent))
      showUndoToast(
        {
          title: text.draft.shapesReplaced(drawn.length),
          isCurrent: () => artifacts.value.some(each => each.id === replaced.artifactId),
        },
        async () => {
          open(replaced)
        },
      )
  }
}
