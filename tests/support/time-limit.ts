import { measureSlowness } from '../../scripts/test/slowness.mjs'

// Measures the slowness only once per run: the processes of a run inherit this variable.
process.env.TEST_SLOWNESS ??= String(measureSlowness())

/**
 * Returns a time limit that only ends endless waits: `ms` on an idle machine, and up to ten times as long on
 * a slow or busy one. Tests wait for states, and do not depend on this limit.
 */
export const timeLimit = (ms: number): number => Math.round(ms * Number(process.env.TEST_SLOWNESS))
