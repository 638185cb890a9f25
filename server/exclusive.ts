const tails = new Map<string, Promise<unknown>>()

/**
 * Runs one after another what shares a name, in the order asked for. A failed one does not hold up the next.
 */
export async function exclusive<T>(name: string, run: () => Promise<T>): Promise<T> {
  const before = tails.get(name) ?? Promise.resolve()
  const mine = before.then(run, run)
  tails.set(name, mine)
  try {
    return await mine
  } finally {
    if (tails.get(name) === mine) tails.delete(name)
  }
}
