import { UnavailableError } from '~~/server/errors/unavailable'

/**
 * Limits how long a request waits for the store each time. `signal` is aborted with an
 * {@link UnavailableError} if the timer runs for `ms` milliseconds without being restarted or stopped.
 */
export class StallTimer {
  private readonly controller = new AbortController()
  private readonly ms: number
  private timer: NodeJS.Timeout | undefined

  constructor(ms: number) {
    this.ms = ms
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** Restarts the timer. */
  start(): void {
    this.stop()
    const cause = `no progress in ${this.ms / 1000} seconds`
    this.timer = setTimeout(() => this.fail(new UnavailableError('blob store', cause)), this.ms)
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  /** Aborts the signal immediately, with the given reason. */
  fail(reason: unknown): void {
    this.stop()
    this.controller.abort(reason)
  }
}
