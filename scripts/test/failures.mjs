// What went wrong in a run of tests: written by the reporters, read by scripts/test.mjs.
import { appendFileSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ file: string, title: string, reason: string }} Failure */

/**
 * Adds a failure to the file that TEST_FAILURES names, one JSON object a line.
 * @param {Failure} failure
 */
export const recordFailure = failure => add({ ...failure, flaky: false })

/**
 * Adds a test that failed and passed when it was run again. It does not fail the step; the summary names it.
 * @param {Failure} failure
 */
export const recordFlake = failure => add({ ...failure, flaky: true })

/** @param {Failure & { flaky: boolean }} entry */
function add({ reason, ...entry }) {
  const target = process.env.TEST_FAILURES
  if (target) appendFileSync(target, `${JSON.stringify({ ...entry, reason: firstLine(reason) })}\n`)
}

/**
 * Returns what the reporters added to a file, in order. Empty when the runner did not start.
 * @param {string} file
 * @returns {{ failures: Failure[], flakes: Failure[] }}
 */
export function readFailures(file) {
  try {
    const entries = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    return { failures: entries.filter(each => !each.flaky), flakes: entries.filter(each => each.flaky) }
  } catch {
    return { failures: [], flakes: [] }
  }
}

/**
 * Returns the first line of a message without colours, at most 160 characters of it.
 * @param {string | undefined} message
 */
export function firstLine(message) {
  const line =
    stripVTControlCharacters(message ?? 'no message')
      .trim()
      .split('\n')[0] ?? ''
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}

/**
 * Returns milliseconds as seconds for a progress line.
 * @param {number} ms
 */
export const seconds = ms => `${(ms / 1000).toFixed(1)} s`
