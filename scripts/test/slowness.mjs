// The slowness of this machine at the moment, a factor of the time limits of the tests.

/** Milliseconds that {@link work} takes on an idle machine of CI. */
const REFERENCE_MS = 100
const LARGEST = 10

/** A fixed amount of work that tests and servers do: objects, strings and JSON. */
function work() {
  const rows = Array.from({ length: 2000 }, (_, id) => ({ id, title: `Review ${id}`, tags: ['a', 'b'] }))
  let characters = 0
  for (let i = 0; i < 50; i++) characters += JSON.stringify(JSON.parse(JSON.stringify(rows))).length
  return characters
}

/** Returns 1 on an idle machine of CI or a faster one, and up to 10 on a slower or busier one. */
export function measureSlowness() {
  const began = performance.now()
  work()
  return Math.min(LARGEST, Math.max(1, (performance.now() - began) / REFERENCE_MS))
}
