// Preloaded into a server by index.ts: timers that are due once the test has moved the clock
// fire at once, so that no test waits for the next second, or for the next sweep.
const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
/** Shorter timers fire by themselves soon enough. */
const SHORTEST = 1000
const timers = new Map()

globalThis.setTimeout = Object.assign((run, ms = 0, ...args) => {
  const fire = () => {
    globalThis.clearTimeout(timer)
    run(...args)
  }
  const timer = setTimeout(fire, ms)
  if (ms >= SHORTEST) timers.set(timer, { ms, since: Date.now(), fire })
  return timer
}, setTimeout)

globalThis.clearTimeout = timer => {
  timers.delete(timer)
  clearTimeout(timer)
}

globalThis.setInterval = (run, ms, ...args) => {
  const timer = setInterval(run, ms, ...args)
  if (ms >= SHORTEST) timers.set(timer, { ms, since: Date.now(), fire: () => run(...args) })
  return timer
}

globalThis.clearInterval = timer => {
  timers.delete(timer)
  clearInterval(timer)
}

// The clock moves in a listener of the same message.
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
