import { text } from '~/text/review'
import { undoButton } from './undo-button'
import type { PageToasts } from './use-page-toasts'

/** The texts and buttons of a toast that offers to undo a change. */
export interface UndoToast {
  title: string
  description?: string
  /** The label of the button that undoes the change. */
  label?: string
  /**
   * The title of the change for the announcement after it is undone. By default it is the title of the toast.
   */
  undone?: string
  /** Returns whether the toast still applies. The toast is closed when this returns false. */
  isCurrent?: () => boolean
  /** The buttons that follow the button that undoes the change. */
  actions?: { label: string; onClick: () => void }[]
}

/** A change that the page itself can undo, for example when the person cancels the form that followed it. */
export interface UndoableChange {
  /**
   * Undoes the change like the button of its toast, and closes the toast. Does nothing if the change has been
   * undone, or if the toast no longer applies.
   */
  takeBack: () => Promise<void>
  /** Closes the toast. The shortcut can still undo the change. */
  closeToast: () => void
}

/**
 * Shows changes that the person can undo with the button of a toast or with the shortcut. If undoing fails,
 * another toast explains why.
 */
export interface UndoToasts {
  /**
   * Shows a toast about a change, with a button that undoes the change. The toast replaces the previous toast
   * that offers Undo; the shortcut can still undo the previous change. Does nothing and returns undefined
   * after the person left the page.
   */
  showUndoToast: (toast: UndoToast, undo: () => Promise<unknown>) => UndoableChange | undefined
  /**
   * Adds a change that has no toast. The shortcut can undo the change while `isPossible` returns true. Closes
   * the toast of the previous change, because the shortcut undoes the latest change first.
   */
  addUndo: (title: string, undo: () => Promise<unknown>, isPossible: () => boolean) => void
}

/**
 * Returns the functions that show toasts which offer to undo a change. `toast`: the toasts of the page; only
 * the setup of the page that provides these toasts must pass them.
 */
export function useUndoToast(toast: PageToasts = usePageToasts()): UndoToasts {
  const attempt = useFailureToast(toast)
  const history = useUndoHistory()
  // `useState` keeps the id of the toast for the session, like the toasts themselves.
  const shown = useState<string | number | undefined>('undo-toast', () => undefined)

  function closeToast() {
    if (shown.value !== undefined) toast.remove(shown.value)
  }

  return {
    showUndoToast({ title, description, label, undone = title, isCurrent, actions = [] }, undo) {
      // After the person has left the page, no change is added, because the shortcut would undo it from
      // another page.
      if (toast.isPageLeft()) return undefined
      closeToast()
      const step = { title: undone, undo: () => attempt(text.undo.failed, undo) }
      history.add(step)
      const id = toast.add(
        {
          title,
          description,
          color: 'neutral',
          actions: [undoButton(() => void history.undo(step), label), ...actions],
        },
        isCurrent,
      )
      shown.value = id
      const closeOwnToast = () => {
        if (id !== undefined) toast.remove(id)
      }
      return {
        async takeBack() {
          closeOwnToast()
          if (history.has(step) && (isCurrent?.() ?? true)) await history.undo(step)
        },
        closeToast: closeOwnToast,
      }
    },
    addUndo(title, undo, isPossible) {
      if (toast.isPageLeft()) return
      closeToast()
      history.add({ title, undo: () => attempt(text.undo.failed, undo), isPossible })
    },
  }
}
