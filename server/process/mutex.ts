/** The last call queued for each name. */
const tails = new Map<string, Promise<unknown>>()

/**
 * Runs functions that share a name one at a time, in call order: a mutex for each name, within this process.
 * A call that throws does not block the next.
 */
export async function runExclusive<T>(name: string, run: () => Promise<T>): Promise<T> {
  const before = tails.get(name) ?? Promise.resolve()
  const mine = before.then(run, run)
  tails.set(name, mine)
  try {
    return await mine
  } finally {
    if (tails.get(name) === mine) tails.delete(name)
  }
}
