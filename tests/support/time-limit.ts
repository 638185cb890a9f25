import { measureSlowness } from '../../scripts/test/slowness.mjs'

// Measured once: the processes of a run inherit the figure.
process.env.TEST_SLOWNESS ??= String(measureSlowness())

/**
 * Returns a time limit that only ends endless waits: `ms` on an idle machine, and up to ten times as long on
 * a slow or busy one. Tests wait for states, not for this.
 */
export const timeLimit = (ms: number): number => Math.round(ms * Number(process.env.TEST_SLOWNESS))
