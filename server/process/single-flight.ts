import { AbandonedError } from './abandoned-error'
import { currentRequest, hasClientLeft, type RequestContext } from './request-context'
import { ShareRefusedError } from './share-refused-error'

const running = new Map<string, Promise<unknown>>()

/**
 * Single flight: while a call is in progress, further calls with the same key share its result instead of
 * running the function again. Nothing is cached after the call ends. This applies to one process: another
 * node may do the same work at the same time.
 *
 * Calls share no error that concerns only the request which began the call. If its client disconnected, or if
 * the share of its holder is used up, the other requests run the function again.
 */
export function singleFlight<T>(key: string, run: () => Promise<T>): Promise<T> {
  return untilOwnResult(() => {
    const current = running.get(key) as Promise<T> | undefined
    if (current) return current
    const started = run().finally(() => running.delete(key))
    running.set(key, started)
    return started
  })
}

/** Calls a function again while its error concerns only another request. */
async function untilOwnResult<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isOfAnother =
      error instanceof ShareRefusedError
        ? error.holder !== currentRequest()?.holder
        : error instanceof AbandonedError && currentRequest() !== undefined && !hasClientLeft()
    if (!isOfAnother) throw error
    return untilOwnResult(call)
  }
}

interface SharedCall {
  result: Promise<unknown>
  requests: (RequestContext | undefined)[]
}

const shared = new Map<string, SharedCall>()

/**
 * Shares calls as {@link singleFlight} does, for a function that ends early if no client waits for its
 * result. `isAbandoned` returns whether the clients of all requests that share the call have disconnected.
 * After it has returned true, further calls run the function again.
 */
export function singleFlightWhileAwaited<T>(
  key: string,
  run: (isAbandoned: () => boolean) => Promise<T>,
): Promise<T> {
  return untilOwnResult(() => join(key, run))
}

function join<T>(key: string, run: (isAbandoned: () => boolean) => Promise<T>): Promise<T> {
  const current = shared.get(key)
  if (current) {
    current.requests.push(currentRequest())
    return current.result as Promise<T>
  }
  const requests = [currentRequest()]
  const forget = () => {
    if (shared.get(key)?.requests === requests) shared.delete(key)
  }
  const isAbandoned = () => {
    if (!requests.every(each => each !== undefined && hasClientLeft(each))) return false
    forget()
    return true
  }
  // The entry is set before the function runs, because the function may ask at once whether it is abandoned.
  const { promise: result, resolve } = Promise.withResolvers<T>()
  shared.set(key, { result, requests })
  resolve(run(isAbandoned).finally(forget))
  return result
}
