import { hasExtent } from '~/annotation/shapes'
import { text } from '~/text/stage'
import type { Draft } from '~/review-state/use-draft'

/**
 * Returns what opens the form of a new comment, instead of the selected comment and of the form of another
 * one. What was drawn for that one can be brought back: a point is put anywhere again by a click.
 */
export function useNewDraft(): (next: Draft) => void {
  const { draft, held, open } = useDraft()
  const { artifacts, openThread } = useSelection()
  const { showUndoToast } = useUndoToast()
  return next => {
    const replaced = draft.value
    openThread(undefined)
    open(next)
    if (!replaced?.shape || held.value.includes(replaced)) return
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
