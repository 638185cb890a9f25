import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#shared/client'
import { limits } from '#shared/contract/kit/limits'
import { unreachable } from './api'
import type { Output } from './output'

const RECONNECT_MS = 2000
/**
 * The time in milliseconds that the client waits for a response in addition to the time limit of a wait
 * request.
 */
const TOLERANCE_MS = 10_000
/**
 * The time in milliseconds for which a wait without a time limit tries to reach a server that has not
 * responded before. A restart of the server takes less time.
 */
const FIRST_RESPONSE_MS = 30_000

/** Retries calls during outages. */
export interface Outages {
  /**
   * Makes a call, repeats it during an outage, and returns its result. Throws the last error at the deadline.
   */
  survive: <T>(call: (signal: AbortSignal) => Promise<T>) => Promise<T>
}

/**
 * Returns an object that repeats the failed calls of a wait until its deadline (epoch milliseconds). Only
 * calls that fail because of an outage are repeated: the server cannot be reached, for example during a
 * restart, or a proxy responds that it cannot reach the server. Writes a line when an outage begins and when
 * it ends.
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

/**
 * Returns whether an error is an outage: no response, or the response of a proxy that cannot reach the
 * server.
 */
const isOutage = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.code !== 'not_exhibit' &&
  (error.offline || [502, 503, 504].includes(error.status))
