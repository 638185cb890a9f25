import { AsyncLocalStorage } from 'node:async_hooks'
import type { AppError } from '#shared/errors'
import { AbandonedError } from './abandoned-error'
import { UsedTime } from './used-time'

/** The numbers of calls that {@link Turns} allows. */
export interface TurnLimits {
  /** The number of calls that run at the same time. */
  running: number
  /** The number of calls of one holder that run at the same time. */
  runningOfHolder: number
  /** The number of calls of one holder that wait. */
  waitingOfHolder: number
}

/** The time in milliseconds that a shorter call counts as, so that holders of short calls take turns too. */
const MIN_USED_MS = 10

/** A call that waits or runs. */
interface Call {
  holder: string
  isAbandoned: () => boolean
  start: (value: undefined) => void
  reject: (error: Error) => void
}

/**
 * Lets costly functions run a few at a time. The functions of different holders take turns: of those that
 * wait, the function of the holder who used the least time recently is next, and then the oldest.
 */
export class Turns {
  private readonly queue: Call[] = []
  private readonly running: Call[] = []
  private readonly used = new UsedTime()

  /** `refuse` returns the error of a call for which there is no place in the queue. */
  constructor(
    private readonly limits: TurnLimits,
    private readonly refuse: () => AppError,
  ) {}

  /**
   * Runs a function when it is the turn of its holder. Throws the error of `refuse` if too many calls of the
   * holder are waiting, and an AbandonedError if the call is abandoned while it waits.
   */
  async run<T>(holder: string, isAbandoned: () => boolean, run: () => Promise<T>): Promise<T> {
    this.dropAbandoned()
    if (countOf(this.queue, holder) >= this.limits.waitingOfHolder) throw this.refuse()
    const { promise, resolve: start, reject } = Promise.withResolvers<undefined>()
    // Other calls ask whether this call is abandoned. The answer must be about the request of this call.
    const call: Call = { holder, isAbandoned: AsyncLocalStorage.bind(isAbandoned), start, reject }
    this.queue.push(call)
    this.schedule()
    await promise
    const since = performance.now()
    try {
      return await run()
    } finally {
      this.used.add(holder, Math.max(MIN_USED_MS, performance.now() - since))
      this.running.splice(this.running.indexOf(call), 1)
      this.dropAbandoned()
      this.schedule()
    }
  }

  private dropAbandoned(): void {
    for (const each of this.queue.filter(({ isAbandoned }) => isAbandoned())) {
      this.queue.splice(this.queue.indexOf(each), 1)
      each.reject(new AbandonedError())
    }
  }

  private schedule(): void {
    const { running, runningOfHolder } = this.limits
    while (this.running.length < running) {
      const now = performance.now()
      const usedBy = ({ holder }: Call) => this.used.of(holder, now)
      const [next] = this.queue
        .filter(({ holder }) => countOf(this.running, holder) < runningOfHolder)
        .toSorted((one, other) => usedBy(one) - usedBy(other))
      if (!next) return
      this.queue.splice(this.queue.indexOf(next), 1)
      this.running.push(next)
      next.start(undefined)
    }
  }
}

const countOf = (calls: readonly Call[], holder: string) =>
  calls.filter(each => each.holder === holder).length
