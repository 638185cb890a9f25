const running = new Map<string, Promise<unknown>>()

/** Runs a job once for everybody who asks while it runs. */
export function shared<T>(key: string, run: () => Promise<T>): Promise<T> {
  const known = running.get(key) as Promise<T> | undefined
  if (known) return known
  const job = run().finally(() => running.delete(key))
  running.set(key, job)
  return job
}
