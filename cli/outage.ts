import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#shared/client'
import { limits } from '#shared/contract/kit/limits'
import { unreachable } from './api'
import type { Output } from './output'

const RECONNECT_MS = 2000
/** The time by which a response may exceed its limit. */
const TOLERANCE_MS = 10_000
/**
 * The time for which a wait without an end tries to reach a server that has never responded: a restart takes
 * less.
 */
const FIRST_RESPONSE_MS = 30_000

/** Repeats calls during outages. */
export interface Outages {
  /** Returns the result of a call, repeated during an outage. Throws its last error at the deadline. */
  survive: <T>(call: (signal: AbortSignal) => Promise<T>) => Promise<T>
}

/**
 * Returns a function that repeats calls of a wait until its deadline (epoch milliseconds) while the server is
 * restarted: where it cannot be reached, and where a proxy says so. Writes a line when an outage begins and
 * when it is over.
 */
export function createOutages(server: string, output: Output, deadline: number): Outages {
  let hasResponded = false
  return {
    async survive(call) {
      const begun = Date.now()
      const isEndless = deadline === Infinity
      let isOut = false
      for (;;) {
        const end = isEndless && !hasResponded ? begun + FIRST_RESPONSE_MS : deadline
        const longest = Math.min(Math.max(0, end - Date.now()), limits.waitSeconds * 1000)
        const signal = AbortSignal.timeout(longest + TOLERANCE_MS)
        try {
          const result = await call(signal)
          hasResponded = true
          if (isOut) output.notice(`${server} responds again.`)
          return result
        } catch (thrown) {
          const error = signal.aborted ? unreachable(server, thrown) : thrown
          if (!isOutage(error)) throw error
          const left = end - Date.now()
          if (left <= 0) throw error
          if (!isOut) output.notice(`${reasonOf(server, error)} Waiting until it responds again.`)
          isOut = true
          await sleep(Math.min(RECONNECT_MS, left))
        }
      }
    },
  }
}

const reasonOf = (server: string, { offline, message, status }: ApiError) =>
  offline ? message : `${server} responds with status ${status}.`

/** Returns whether an error is temporary: no response, or the one of a proxy that cannot reach its server. */
const isOutage = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.code !== 'not_exhibit' &&
  (error.offline || [502, 503, 504].includes(error.status))
