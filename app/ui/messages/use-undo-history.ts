/** A change that can be undone. */
interface UndoStep {
  /** The title of the change, as in its toast. */
  title: string
  /** Undoes the change. Returns whether that succeeded. The function itself shows a failure. */
  undo: () => Promise<boolean>
  /**
   * Returns whether the change can still be undone. Without this function, the change can always be undone.
   */
  isPossible?: () => boolean
}

/** The maximum number of changes that can be undone. */
const MAX_STEPS = 50

/** The changes that a person made on the page. They can be undone even after their toasts are closed. */
export function useUndoHistory() {
  // `useState` keeps the changes for the session, because the toasts of the layout can undo them, too. The
  // server leaves the list empty.
  const steps = useState<readonly UndoStep[]>('undo-steps', () => [])
  const undone = useState('undone', () => '')

  /** Undoes a change and removes it from the history. */
  async function undo(step: UndoStep): Promise<boolean> {
    steps.value = steps.value.filter(each => each !== step)
    const isUndone = await step.undo()
    if (isUndone) undone.value = step.title
    return isUndone
  }

  return {
    /** The title of the change that was undone last; empty if none was undone since the last change. */
    undone: readonly(undone),
    add(step: UndoStep) {
      // Marked as raw, because the state would return a reactive proxy of the step. `undo` would then not
      // find the step.
      steps.value = [...steps.value, markRaw(step)].slice(-MAX_STEPS)
      undone.value = ''
    },
    /** Returns whether the change is still in the history. It is removed when it is undone. */
    has: (step: UndoStep) => steps.value.includes(step),
    undo,
    /**
     * Undoes the newest change that can be undone. Returns the title of the change; undefined if there is no
     * such change, or if it could not be undone.
     */
    async undoLast(): Promise<string | undefined> {
      const last = steps.value.findLast(each => each.isPossible?.() ?? true)
      return last && (await undo(last)) ? last.title : undefined
    },
    clear() {
      steps.value = []
      undone.value = ''
    },
  }
}
