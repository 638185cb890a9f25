import { availableParallelism, loadavg } from 'node:os'

/**
 * Returns a time limit that only ends what waits for ever: `ms` on an idle machine, and up to ten times as
 * long on a busy one, by its load at this moment. Tests wait for states, not for this.
 */
export function patience(ms: number): number {
  const [load = 0] = loadavg()
  return Math.round(ms * Math.min(10, Math.max(1, load / availableParallelism())))
}
