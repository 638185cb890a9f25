/**
 * Calls a function for each number from 1 to `count`, a few calls at a time. Returns the results in order.
 */
export async function times<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const work = async () => {
    while (next < count) {
      const index = next++
      results[index] = await make(index + 1)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return results
}
