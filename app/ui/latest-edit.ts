interface EditOptions<T> {
  /** Shows a value before it is saved. */
  show: (value: T) => void
  send: (value: T) => Promise<void>
  /** A value was not taken; those behind it are dropped. */
  fail: (error: unknown) => void
  /** Nothing is under way any more: what is stored is what counts. */
  end: () => void
}

/**
 * Edits of one thing: each is shown at once and they are sent one after another, so that none overtakes
 * another. Of those that wait, only the last is sent.
 */
export function latestEdit<T>({ show, send, fail, end }: EditOptions<T>): (value: T) => void {
  let waiting: { value: T } | null = null
  let running = false

  async function run() {
    running = true
    try {
      while (waiting) {
        const { value } = waiting
        waiting = null
        await send(value)
      }
    } catch (error) {
      waiting = null
      fail(error)
    } finally {
      running = false
      end()
    }
  }

  return value => {
    show(value)
    waiting = { value }
    if (!running) void run()
  }
}
