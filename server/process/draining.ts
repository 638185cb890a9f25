import { SECOND } from '#shared/time'

/**
 * The maximum times in milliseconds from the signal to end: until all connections are closed, until the work
 * in the background has ended, and until the process has ended. Service managers kill a process after 30
 * seconds.
 */
const shutdownMs = { connections: 25 * SECOND, work: 28 * SECOND, process: 29 * SECOND }

/** The value of `performance.now()` at the signal; null before it. */
let drainingSince: number | null = null

/** Records that this process will end soon. From then on, it reports that it is not ready for requests. */
export function startDraining(): void {
  drainingSince ??= performance.now()
}

export function isDraining(): boolean {
  return drainingSince !== null
}

/** Returns the milliseconds until a deadline of the shutdown. Before the signal, this is the whole time. */
export function shutdownMsLeft(until: keyof typeof shutdownMs): number {
  const passed = drainingSince === null ? 0 : performance.now() - drainingSince
  return Math.max(0, shutdownMs[until] - passed)
}
