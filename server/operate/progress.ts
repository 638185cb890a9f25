/** The time in milliseconds between two printed lines, if standard error is not a terminal. */
const LINE_MS = 3000
const TERMINAL_MS = 100

/**
 * Reports the progress of a command on standard error. On a terminal, the same line is updated. Otherwise, a
 * new line is printed every few seconds.
 */
export interface Progress {
  update: (text: string) => void
  /** Prints a text on a separate line. */
  note: (text: string) => void
  /** Clears the progress line on a terminal. */
  end: () => void
}

export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const interval = stream.isTTY ? TERMINAL_MS : LINE_MS
  let last = performance.now() - (stream.isTTY ? interval : 0)
  const clear = () => {
    if (stream.isTTY) stream.write('\r\u001B[K')
  }
  return {
    update(text) {
      if (performance.now() - last < interval) return
      last = performance.now()
      clear()
      stream.write(stream.isTTY ? text.slice(0, stream.columns) : `${text}\n`)
    },
    note(text) {
      clear()
      stream.write(`${text}\n`)
    },
    end: clear,
  }
}
