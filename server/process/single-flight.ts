const running = new Map<string, Promise<unknown>>()

/**
 * Single flight: calls with the same key share one run and its result while it is in progress. Nothing is
 * cached after the run ends. Works within this process: another node may do the same work at the same time.
 */
export function singleFlight<T>(key: string, run: () => Promise<T>): Promise<T> {
  const current = running.get(key) as Promise<T> | undefined
  if (current) return current
  const started = run().finally(() => running.delete(key))
  running.set(key, started)
  return started
}
