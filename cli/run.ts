import { CommanderError } from 'commander'
import { exitCodes } from './exit-codes'
import { createOutput } from './output'
import { createProgram } from './program'

// The program that reads the output may end before it has all: `exhibit feedback | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done)
  throw error
})

/** Whether the result is JSON, also where the command line could not be parsed. */
const isJson = process.argv.includes('--json')

try {
  await createProgram().parseAsync()
} catch (error) {
  // The parser throws for --help and --version too.
  const isDone = error instanceof CommanderError && error.exitCode === 0
  if (!isDone) process.exitCode = createOutput(isJson).error(error).exitCode
}
