import { expect, it } from 'vitest'
import { createYield } from '~~/server/process/yield-to-event-loop'

/** Blocks the event loop for longer than one long computation may. */
function block(): void {
  const until = performance.now() + 12
  while (performance.now() < until);
}

it('only one of several long computations continues in each turn of the event loop', async () => {
  let turn = 0
  let counting = true
  const count = () => {
    turn++
    if (counting) setImmediate(count)
  }
  count()
  const continued: number[] = []
  const compute = async () => {
    const yieldIfDue = createYield()
    for (let part = 0; part < 3; part++) {
      block()
      await yieldIfDue()
      continued.push(turn)
    }
  }
  await Promise.all([compute(), compute(), compute()])
  counting = false
  expect(continued).toHaveLength(9)
  expect(new Set(continued).size).toBe(9)
})

it('a computation continues immediately if it has not blocked the event loop for long', async () => {
  let turned = false
  setImmediate(() => {
    turned = true
  })
  await createYield()()
  expect(turned).toBe(false)
})
