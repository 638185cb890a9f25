// What went wrong in a run of tests: written by the reporters, read by scripts/test.mjs.
import { appendFileSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ file: string, title: string, reason: string }} Failure */

/**
 * Adds a failure to the file that TEST_FAILURES names, one JSON object a line.
 * @param {Failure} failure
 */
export function recordFailure({ file, title, reason }) {
  const target = process.env.TEST_FAILURES
  if (target) appendFileSync(target, `${JSON.stringify({ file, title, reason: firstLine(reason) })}\n`)
}

/**
 * Returns the failures that the reporters added to a file, in order. Empty when the runner did not start.
 * @param {string} file
 * @returns {Failure[]}
 */
export function readFailures(file) {
  try {
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
  } catch {
    return []
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
