/** A function that undoes one action, such as the start of a process. */
type Undo = () => Promise<void> | void

/** The changes that a command must undo before it ends: processes to stop, folders to remove. */
export interface Cleanup {
  /** Adds a function that runs at the end. The function that was added last runs first. */
  add: (undo: Undo) => void
  /** Removes one of the added functions from the list and runs it before the end. */
  now: (undo: Undo) => Promise<void>
  /**
   * Removes one of the added functions from the list and starts it. The end of the command waits for its
   * result.
   */
  begin: (undo: Undo) => void
}

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const
type Signal = keyof typeof signals

/**
 * Runs a task, and then runs the cleanup functions that the task has added. They also run if the task fails,
 * or if a signal such as Ctrl-C ends the command. A second signal ends the process immediately.
 */
export async function withCleanup<T>(task: (cleanup: Cleanup) => Promise<T>): Promise<T> {
  const undos: Undo[] = []
  let ending: Promise<void> | undefined
  const undoAll = async () => {
    for (let undo = undos.pop(); undo; undo = undos.pop())
      try {
        await undo()
      } catch {
        // An error of one cleanup function is ignored: the other functions must run too, and only the error
        // of the task is reported.
      }
  }
  const end = () => (ending ??= undoAll())
  let isSignaled = false
  const onSignal = (signal: Signal) => {
    const code = 128 + signals[signal]
    if (isSignaled) process.exit(code)
    isSignaled = true
    void end().then(() => process.exit(code))
  }
  const names = Object.keys(signals) as Signal[]
  for (const each of names) process.on(each, onSignal)
  const take = (undo: Undo) => {
    const index = undos.indexOf(undo)
    if (index >= 0) undos.splice(index, 1)
    return undo()
  }
  try {
    return await task({
      add: undo => undos.push(undo),
      async now(undo) {
        await take(undo)
      },
      begin(undo) {
        const ended = Promise.resolve(take(undo)).catch(() => {})
        undos.unshift(() => ended)
      },
    })
  } finally {
    await end()
    // After a signal, waits forever, because `process.exit` ends the process with the code of the signal. The
    // error that the signal caused must not be printed.
    if (isSignaled) await new Promise(() => {})
    for (const each of names) process.off(each, onSignal)
  }
}
