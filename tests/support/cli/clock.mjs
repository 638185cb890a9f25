// Preloaded into a command of the command line (`clock` in cli.ts). Reports each pause of the command to the
// test, which ends the pause by moving the clock of the command forward.
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import '../server/preload/clock.mjs'

const sleep = timers.setTimeout
const waits = new Set()

timers.setTimeout = async (ms, value, options) => {
  const { promise, resolve } = Promise.withResolvers()
  const wait = { until: Date.now() + ms, resolve }
  waits.add(wait)
  process.send?.({ waits: ms })
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, ...(options?.signal ? [options.signal] : [])])
  const slept = sleep(ms, value, { ...options, signal })
  await Promise.race([slept, promise]).finally(() => waits.delete(wait))
  // Aborts the timer, because a running timer would keep the process running.
  slept.catch(() => {})
  ending.abort()
  return value
}
syncBuiltinESMExports()

process.on('message', () => {
  for (const { until, resolve } of waits) if (until <= Date.now()) resolve()
})
process.channel?.unref()
