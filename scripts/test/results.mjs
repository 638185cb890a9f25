// The results of a test run. The reporters write them, and scripts/test.mjs reads them.
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
 * Records a test that failed at first and passed when it was run again.
 * @param {Failure} failure
 */
export const recordFlake = failure => add('flakes', shortened(failure))

/**
 * Records how long the tests of a file took.
 * @param {FileTime} time
 */
export const recordFile = time => add('files', time)

const shortened = ({ reason, ...failure }) => ({ ...failure, reason: summary(reason) })

/** Appends an entry to the file whose path is in TEST_RESULTS. Each line is one JSON object. */
function add(list, entry) {
  const target = process.env.TEST_RESULTS
  if (target) appendFileSync(target, `${JSON.stringify([list, entry])}\n`)
}

/**
 * Returns the entries that reporters added to a file, in order. Returns no entries if the test runner did not
 * start.
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
 * Returns the first line of a message, and the values that were expected and received if other lines name
 * them.
 */
function summary(message) {
  const values = stripVTControlCharacters(message ?? '').match(/^(?:Expected|Received)\b.*$/gm) ?? []
  return [firstLine(message), ...values.map(firstLine)].join('; ')
}

/**
 * Returns the first line of a message without terminal colors, cut to 160 characters.
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
 * Returns milliseconds as a text in seconds, for a progress line.
 * @param {number} ms
 */
export const seconds = ms => `${(ms / 1000).toFixed(1)} s`
