import { printableLine } from '#shared/text/printable'
import { Failure } from '../../failure'

/** The maximum number of characters that are shown of an error of a page. */
const MAX_REASON = 200

/** Returns the failures that a page can cause after it was loaded. `address` returns its URL. */
export const failuresOf = (address: () => string) => ({
  /** The failure of a page that did not respond within this number of milliseconds. */
  late: (ms: number) =>
    new Failure(
      'page_unresponsive',
      `The page ${address()} did not respond within ${ms / 1000} s.`,
      'Look for a script of the page that does not end, or wait longer with --timeout.',
    ),
  /** The failure of a page that has closed its tab, or whose process has crashed. */
  ended: () =>
    new Failure(
      'page_ended',
      `The page ${address()} closed itself or crashed.`,
      'Look for a script of the page that closes it or needs much memory.',
    ),
  reloading: () =>
    new Failure(
      'page_reloading',
      `The page ${address()} reloads or opens other pages, so it cannot be captured.`,
      'Capture the page that it opens at the end, or correct its reloads.',
    ),
  /** The failure of a page that makes helper scripts throw an error. */
  broken: ({ message }: Error) =>
    new Failure(
      'page_broken',
      `The page ${address()} could not be examined: ${reasonOf(message)}.`,
      'Check that it is an HTML page, and that its scripts do not replace functions of the browser.',
    ),
  undrawn: () =>
    new Failure(
      'page_not_drawn',
      `The browser could not draw the page ${address()}.`,
      'Use a smaller --scale, --height or width, or leave out --full.',
    ),
})

/** Returns the first line of an error message on one line, without control characters. */
const reasonOf = (message: string): string =>
  printableLine(message.split('\n')[0] ?? '')
    .slice(0, MAX_REASON)
    .toWellFormed()
    .replace(/\.$/, '')
