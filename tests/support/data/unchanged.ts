import { expect } from 'vitest'
import { allRows, type TestDatabase } from './database'

/**
 * Reads every row of a server. Returns the function that expects all of them to be as they were. It compares
 * texts: a comparison of thousands of rows takes longer than the call that must not change them.
 */
export async function watchRows(server: TestDatabase): Promise<() => Promise<void>> {
  const before = await allRows(server)
  const text = JSON.stringify(before)
  return async () => {
    const after = await allRows(server)
    if (JSON.stringify(after) !== text) expect(after).toEqual(before)
  }
}
