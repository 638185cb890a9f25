import { CommanderError } from 'commander'
import { ApiError, type ReachedQuota } from '#shared/client'
import { exitCodes, type ExitCode } from './exit-codes'
import { onOneLine } from '#shared/text/printable'

/**
 * The error that ends a command. Its message names the failure in one sentence, and its hint names the
 * remedy.
 */
export class Failure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
    readonly exitCode: ExitCode = exitCodes.other,
  ) {
    super(message)
    this.name = 'Failure'
  }
}

/** Returns the failure for an invalid command line. */
export const usageFailure = (message: string, hint: string) =>
  new Failure('usage', message, hint, exitCodes.usage)

/** The error that `--json` prints. */
export interface PrintedError {
  code: string
  message: string
  hint: string | null
  field: string | null
  exitCode: ExitCode
  /** The reached limit of the plan; only with exit code 4. */
  quota?: ReachedQuota
}

/** Returns an error of any type in the form that is printed. */
export function describeError(error: unknown): PrintedError {
  if (error instanceof Failure) {
    const { code, message, hint, exitCode } = error
    return { code, message, hint, field: null, exitCode }
  }
  if (error instanceof ApiError) return describeApiError(error)
  if (error instanceof CommanderError)
    return {
      code: 'usage',
      message:
        error.code === 'commander.help'
          ? 'No command was given.'
          : sentence(error.message.replace(/^error: /, '')),
      hint:
        error.code === 'commander.conflictingOption'
          ? 'Leave one of the two out.'
          : 'Add --help to see what there is.',
      field: null,
      exitCode: exitCodes.usage,
    }
  // JavaScript itself throws these errors, for example if a field of a response is missing. Errors of Node.js
  // about invalid arguments have a code, and are handled below.
  if ((error instanceof TypeError || error instanceof RangeError) && !('code' in error))
    return {
      code: 'unexpected',
      message: sentence(`A response of the server does not have the expected form (${error.message})`),
      hint: 'Check that the address is of an Exhibit server, and that the command line is from this server.',
      field: null,
      exitCode: exitCodes.other,
    }
  const { message, code } = error as NodeJS.ErrnoException
  return {
    code: 'unexpected',
    message: sentence(message),
    hint: code ? 'Check the file or folder that the message names.' : 'Run the command again.',
    field: null,
    exitCode: exitCodes.other,
  }
}

function describeApiError({ status, code, message, hint, field, quota }: ApiError): PrintedError {
  const exitCode =
    status === 401 ? exitCodes.notSignedIn : status === 402 ? exitCodes.planLimit : exitCodes.other
  return { code, message, hint, field, exitCode, ...(quota && { quota }) }
}

/** Returns a message on one line that begins with a capital letter and ends with a full stop. */
function sentence(message: string): string {
  const line = onOneLine(message)
  return line.charAt(0).toUpperCase() + line.slice(1) + (/[.!?)]$/.test(line) ? '' : '.')
}
