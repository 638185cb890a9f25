import { isCi } from './change/ci'
import { describeError, type PrintedError } from './failure'

/** Where a command writes: its result to stdout, everything else to stderr. */
export interface Output {
  readonly isJson: boolean
  /** Whether a person sees stderr in a terminal and may be shown progress. */
  readonly isTerminal: boolean
  /** Whether a person can be asked: stdin is a terminal too. */
  readonly canAsk: boolean
  /** Writes the result: `data` with `--json`, else `text`. */
  result: (data: unknown, text: string) => void
  /** Writes to stderr what a person must do before the result: `data` with `--json`, else `text`. */
  prompt: (data: unknown, text: string) => void
  /** Writes a line for people, which `--json` leaves out. */
  note: (text: string) => void
  /** Writes an error: a JSON document to stdout with `--json`, else one line to stderr. */
  error: (error: unknown) => PrintedError
}

/** Returns the output of a command. */
export function createOutput(isJson: boolean): Output {
  const isTerminal = process.stderr.isTTY === true && !isJson && !isCi()
  return {
    isJson,
    isTerminal,
    canAsk: isTerminal && process.stdin.isTTY === true,
    result(data, text) {
      if (isJson) process.stdout.write(`${JSON.stringify(data)}\n`)
      else if (text !== '') process.stdout.write(`${text}\n`)
    },
    prompt(data, text) {
      process.stderr.write(`${isJson ? JSON.stringify(data) : text}\n`)
    },
    note(text) {
      if (!isJson) process.stderr.write(`${text}\n`)
    },
    error(error) {
      const printed = describeError(error)
      if (isJson) process.stdout.write(`${JSON.stringify({ error: printed })}\n`)
      else process.stderr.write(`exhibit: ${oneLine(printed)}\n`)
      return printed
    },
  }
}

/** Returns an error with its remedy on one line. */
export const oneLine = ({ message, hint }: Pick<PrintedError, 'message' | 'hint'>): string =>
  [message, hint].filter(Boolean).join(' ').replace(/\s+/g, ' ')

/**
 * Returns text of others for a terminal, without control characters: an escape sequence in a comment could
 * overwrite what is on the screen.
 */
export const printable = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- Control characters are what is removed.
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
