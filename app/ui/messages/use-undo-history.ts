/** A change that can be undone. */
interface UndoStep {
  /** What was done, as its toast said it. */
  title: string
  /** Returns whether it succeeded; says itself when it did not. */
  undo: () => Promise<boolean>
  /** Returns whether it can be undone still. Always by default. */
  isPossible?: () => boolean
}

/** How many changes can be undone. */
const LIMIT = 50

/** The changes that a person made on the page, to undo them after their toasts are gone. */
export function useUndoHistory() {
  // Session state, because the toasts of the layout undo them, too. The server leaves it empty.
  const steps = useState<readonly UndoStep[]>('undo-steps', () => [])
  const undone = useState('undone', () => '')

  /** Undoes a change, which then is not in the history any more. */
  async function undo(step: UndoStep): Promise<boolean> {
    steps.value = steps.value.filter(each => each !== step)
    const isUndone = await step.undo()
    if (isUndone) undone.value = step.title
    return isUndone
  }

  return {
    /** The title of the change that was undone last; empty until then, and after the next change. */
    undone: readonly(undone),
    add(step: UndoStep) {
      // Raw, so that it is found again: what is read from session state would be a proxy of it.
      steps.value = [...steps.value, markRaw(step)].slice(-LIMIT)
      undone.value = ''
    },
    undo,
    /**
     * Undoes the newest change that can be undone. Returns its title; undefined where there is none, and when
     * it failed.
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
