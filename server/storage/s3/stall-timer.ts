import { UnavailableError } from '~~/server/errors/unavailable'

/**
 * A timer on what the store owes: its `signal` is aborted with an {@link
 * UnavailableError} when the timer ran for `ms` at a stretch.
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

  /** Starts from the beginning. */
  start(): void {
    this.stop()
    const cause = `no progress in ${this.ms / 1000} seconds`
    this.timer = setTimeout(() => this.fail(new UnavailableError('blob store', cause)), this.ms)
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  /** Aborts the signal now, for another reason. */
  fail(reason: unknown): void {
    this.stop()
    this.controller.abort(reason)
  }
}
