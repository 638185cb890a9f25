import { printable, unprintable } from '#shared/text/printable'
import { isCi } from './change/ci'
import { describeError, type PrintedError } from './failure'

/** The output of a command: its result on stdout, everything else on stderr. */
export interface Output {
  readonly isJson: boolean
  /** Whether a person sees stderr in a terminal and may be shown progress. */
  readonly isTerminal: boolean
  /** Whether a person can be asked questions: stdin and stderr are both terminals. */
  readonly canAsk: boolean
  /** Writes the result: `data` with `--json`, else `text`. */
  result: (data: unknown, text: string) => void
  /**
   * Writes to stderr the step that a person must take before the command can return its result: `data` with
   * `--json`, else `text`.
   */
  prompt: (data: unknown, text: string) => void
  /** Writes to stderr why the command waits: `{"notice":…}` with `--json`, else the text. */
  notice: (text: string) => void
  /** Writes a line for people. With `--json`, writes nothing. */
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
      if (isJson) process.stdout.write(`${escapedJson(data)}\n`)
      else if (text !== '') process.stdout.write(`${printable(text)}\n`)
    },
    prompt(data, text) {
      process.stderr.write(`${isJson ? escapedJson(data) : printable(text)}\n`)
    },
    notice(text) {
      process.stderr.write(`${isJson ? escapedJson({ notice: text }) : printable(text)}\n`)
    },
    note(text) {
      if (!isJson) process.stderr.write(`${printable(text)}\n`)
    },
    error(error) {
      const printed = describeError(error)
      if (isJson) process.stdout.write(`${escapedJson({ error: printed })}\n`)
      else process.stderr.write(`exhibit: ${printable(oneLine(printed))}\n`)
      return printed
    },
  }
}

/** Returns an error with its remedy on one line. */
export const oneLine = ({ message, hint }: Pick<PrintedError, 'message' | 'hint'>): string =>
  [message, hint].filter(Boolean).join(' ').replace(/\s+/g, ' ')

/**
 * Returns a value as JSON that is safe to show in a terminal: the characters that cannot be printed are
 * escaped as `\\uXXXX`.
 */
const escapedJson = (data: unknown): string =>
  JSON.stringify(data).replace(unprintable, character =>
    character.replace(/[^]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
