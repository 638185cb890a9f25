/** A change that can be undone. */
interface UndoStep {
  /** The title of the change, as in its toast. */
  title: string
  /** Undoes the change. Returns whether it succeeded; a failure is shown by the function itself. */
  undo: () => Promise<boolean>
  /** Returns whether the change can still be undone. Always by default. */
  isPossible?: () => boolean
}

/** The number of changes that can be undone. */
const LIMIT = 50

/** The changes that a person made on the page, to undo them after their toasts are gone. */
export function useUndoHistory() {
  // Session state, because the toasts of the layout undo them, too. The server leaves it empty.
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
    /** The title of the last undone change; empty until then, and after the next change. */
    undone: readonly(undone),
    add(step: UndoStep) {
      // Raw, so that it is found again: reading it from session state would return a proxy of it.
      steps.value = [...steps.value, markRaw(step)].slice(-LIMIT)
      undone.value = ''
    },
    undo,
    /**
     * Undoes the newest change that can be undone. Returns its title; undefined if there is none, or if it
     * failed.
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
