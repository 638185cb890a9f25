// The results of a test run: written by the reporters, read by scripts/test.mjs.
import { appendFileSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ file: string, title: string, reason: string }} Failure
 * @typedef {{ file: string, ms: number }} FileTime
 * @typedef {{ failures: Failure[], flakes: Failure[], files: FileTime[] }} Results
 */

/**
 * Records a test that failed.
 * @param {Failure} failure
 */
export const recordFailure = failure => add('failures', shortened(failure))

/**
 * Records a test that failed and passed when it was run again.
 * @param {Failure} failure
 */
export const recordFlake = failure => add('flakes', shortened(failure))

/**
 * Records how long the tests of a file took.
 * @param {FileTime} time
 */
export const recordFile = time => add('files', time)

const shortened = ({ reason, ...failure }) => ({ ...failure, reason: firstLine(reason) })

/** Adds an entry to the file that TEST_RESULTS names, one JSON object a line. */
function add(list, entry) {
  const target = process.env.TEST_RESULTS
  if (target) appendFileSync(target, `${JSON.stringify([list, entry])}\n`)
}

/**
 * Returns the entries that reporters added to a file, in order. Empty when the runner did not start.
 * @param {string} file
 * @returns {Results}
 */
export function readResults(file) {
  const results = { failures: [], flakes: [], files: [] }
  try {
    for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
      const [list, entry] = JSON.parse(line)
      results[list].push(entry)
    }
  } catch (error) {
    if (error.code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error
  }
  return results
}

/**
 * Returns the first line of a message without colors, at most 160 characters of it.
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
