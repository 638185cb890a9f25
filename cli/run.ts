import { CommanderError } from 'commander'
import { exitCodes } from './exit-codes'
import { createOutput } from './output'
import { createProgram } from './program'

// The program that reads the output may end before it has read all of it, as in `exhibit feedback | head`.
// This is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done)
  throw error
})

/**
 * Whether to print JSON. This is read from the arguments directly, because parsing the command line may fail.
 */
const isJson = process.argv.includes('--json')

try {
  await createProgram().parseAsync()
} catch (error) {
  // The parser throws an error for --help and --version too, but with the exit code 0.
  const isDone = error instanceof CommanderError && error.exitCode === 0
  if (!isDone) process.exitCode = createOutput(isJson).error(error).exitCode
}
