/**
 * Returns a generator of pseudorandom numbers from 0 to 1. The same seed always gives the same numbers. (The
 * algorithm is the example `rand` of the C standard.)
 */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
