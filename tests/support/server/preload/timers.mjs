// Preloaded into a server by index.ts. When the test moves the clock, timers that are then due fire
// immediately, so that no test waits for the next second or the next sweep.
const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
/**
 * Milliseconds: shorter timers are not tracked when a test moves the clock, because they fire soon anyway.
 */
const MIN_REPLACED_MS = 1000
const timers = new Map()

globalThis.setTimeout = Object.assign((run, ms = 0, ...args) => {
  const fire = () => {
    globalThis.clearTimeout(timer)
    run(...args)
  }
  const timer = setTimeout(fire, ms)
  if (ms >= MIN_REPLACED_MS) timers.set(timer, { ms, since: Date.now(), fire })
  return timer
}, setTimeout)

globalThis.clearTimeout = timer => {
  timers.delete(timer)
  clearTimeout(timer)
}

globalThis.setInterval = (run, ms, ...args) => {
  const timer = setInterval(run, ms, ...args)
  if (ms >= MIN_REPLACED_MS) timers.set(timer, { ms, since: Date.now(), fire: () => run(...args) })
  return timer
}

globalThis.clearInterval = timer => {
  timers.delete(timer)
  clearInterval(timer)
}

// Runs after the listener in clock.mjs has moved the clock for the same message.
process.on('message', () => setImmediate(fireDue))
process.channel?.unref()

function fireDue() {
  const now = Date.now()
  for (const timer of [...timers.values()]) {
    if (timer.since + timer.ms > now) continue
    timer.since = now
    timer.fire()
  }
}
