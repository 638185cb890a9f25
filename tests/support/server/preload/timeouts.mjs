// Preloaded into a server by index.ts, after timers.mjs. Timeouts of outgoing requests pass when the test
// moves the clock, so that no test waits for them.
AbortSignal.timeout = ms => {
  const controller = new AbortController()
  const timeout = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  globalThis.setTimeout(() => controller.abort(timeout), ms).unref()
  return controller.signal
}
