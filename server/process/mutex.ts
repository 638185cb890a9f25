/** For each name: the promise of the last call in the queue. */
const tails = new Map<string, Promise<unknown>>()

/**
 * Runs functions that share a name one at a time, in the order of the calls: a mutex for each name, within
 * this process. If a function throws, the next one still runs.
 */
export async function runExclusiveHere<T>(name: string, run: () => Promise<T>): Promise<T> {
  const before = tails.get(name) ?? Promise.resolve()
  const mine = before.then(run, run)
  tails.set(name, mine)
  try {
    return await mine
  } finally {
    if (tails.get(name) === mine) tails.delete(name)
  }
}
