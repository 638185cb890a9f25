// Measures how slow this machine currently is. The result is a factor by which the time limits of the tests
// are multiplied.

/** The milliseconds that {@link work} takes on an idle CI machine. */
const REFERENCE_MS = 100
const LARGEST = 10

/** A fixed amount of the kind of work that tests and servers do: objects, strings and JSON. */
function work() {
  const rows = Array.from({ length: 2000 }, (_, id) => ({ id, title: `Review ${id}`, tags: ['a', 'b'] }))
  let characters = 0
  for (let i = 0; i < 50; i++) characters += JSON.stringify(JSON.parse(JSON.stringify(rows))).length
  return characters
}

/**
 * Returns 1 on a machine that is as fast as an idle CI machine or faster, and up to 10 on a slower or busier
 * one.
 */
export function measureSlowness() {
  const began = performance.now()
  work()
  return Math.min(LARGEST, Math.max(1, (performance.now() - began) / REFERENCE_MS))
}
