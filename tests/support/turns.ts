/** Runs a function, and returns how many turns of the event loop began until its promise was settled. */
export async function countTurns(run: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  try {
    await run()
  } finally {
    clearImmediate(timer)
  }
  return turns
}
