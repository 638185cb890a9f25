interface EditOptions<T> {
  /** Shows a value before it is saved. */
  show: (value: T) => void
  send: (value: T) => Promise<void>
  /** Called when a value could not be saved. Queued values are dropped. */
  fail: (error: unknown) => void
  /** Called when nothing is queued or in flight any more. */
  end: () => void
}

/**
 * Saves edits of one object: each is shown immediately, and requests run one at a time and in order. Of the
 * queued edits only the latest is sent.
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
