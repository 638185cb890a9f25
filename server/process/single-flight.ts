const running = new Map<string, Promise<unknown>>()

/**
 * Single flight: while a call is in progress, further calls with the same key share its result instead of
 * running the function again. Nothing is cached after the call ends. This applies to one process: another
 * node may do the same work at the same time.
 */
export function singleFlight<T>(key: string, run: () => Promise<T>): Promise<T> {
  const current = running.get(key) as Promise<T> | undefined
  if (current) return current
  const started = run().finally(() => running.delete(key))
  running.set(key, started)
  return started
}
