import { text } from '~/text/review'
import { undoButton } from './undo-button'

/** A toast about a change. */
export interface UndoToast {
  title: string
  description?: string
  /** The label of the button that undoes the change. */
  label?: string
  /** The title of the undone change, if the title of the toast says more. */
  undone?: string
  /** Returns whether the toast is still true. It is closed when it is not. */
  isCurrent?: () => boolean
  /** The buttons after the button that undoes the change. */
  actions?: { label: string; onClick: () => void }[]
}

/** Changes that a toast or a shortcut undoes. If that fails, another toast explains why. */
export interface UndoToasts {
  /**
   * Shows a change and offers to undo it. Replaces the previous toast of this kind, whose change the shortcut
   * still undoes. Does nothing after the page was left.
   */
  showUndoToast: (toast: UndoToast, undo: () => Promise<unknown>) => void
  /**
   * Lets the shortcut undo a change without a toast while `isPossible`. The toast of an earlier change is
   * closed, since the shortcut undoes the latest one.
   */
  addUndo: (title: string, undo: () => Promise<unknown>, isPossible: () => boolean) => void
}

/** The toasts of the page that offer to undo a change. */
export function useUndoToast(): UndoToasts {
  const toast = usePageToasts()
  const attempt = useFailureToast()
  const history = useUndoHistory()
  // Session state, like the toasts themselves.
  const shown = useState<string | number | undefined>('undo-toast', () => undefined)

  function closeToast() {
    if (shown.value !== undefined) toast.remove(shown.value)
  }

  return {
    showUndoToast({ title, description, label, undone = title, isCurrent, actions = [] }, undo) {
      // The shortcut would undo the change from the page of another review.
      if (toast.isLeft()) return
      closeToast()
      const step = { title: undone, undo: () => attempt(text.undo.failed, undo) }
      history.add(step)
      shown.value = toast.add(
        {
          title,
          description,
          color: 'neutral',
          actions: [undoButton(() => void history.undo(step), label), ...actions],
        },
        isCurrent,
      )
    },
    addUndo(title, undo, isPossible) {
      if (toast.isLeft()) return
      closeToast()
      history.add({ title, undo: () => attempt(text.undo.failed, undo), isPossible })
    },
  }
}
