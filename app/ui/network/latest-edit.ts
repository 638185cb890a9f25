interface EditOptions<T> {
  /** Shows a value before it is saved. */
  show: (value: T) => void
  send: (value: T) => Promise<void>
  /** Called when a value could not be saved. A queued later value is then discarded, too. */
  fail: (error: unknown) => void
  /** Called when no edit is queued or being saved any more. */
  end: () => void
}

/**
 * Saves edits of one object. Each edit is shown immediately. Requests run one after the other, and only the
 * latest of the queued edits is sent.
 */
export function latestEdit<T>({ show, send, fail, end }: EditOptions<T>): (value: T) => void {
  let queued: { value: T } | null = null
  let running = false

  async function run() {
    running = true
    try {
      while (queued) {
        const { value } = queued
        queued = null
        await send(value)
      }
    } catch (error) {
      queued = null
      fail(error)
    } finally {
      running = false
      end()
    }
  }

  return value => {
    show(value)
    queued = { value }
    if (!running) void run()
  }
}
