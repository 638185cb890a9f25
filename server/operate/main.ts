// The import of env-file must come before all other imports. The comment in env-file.ts states the reason.
import { envFault } from '~~/server/settings/env-file'
import { DrizzleQueryError } from 'drizzle-orm'
import { isOutOfSpace } from '~~/server/errors/out-of-space'
import { parseSettings } from '~~/server/settings'
import { SettingsError } from '~~/server/settings/error'
import { readArguments, type Arguments } from './arguments'
import { OperateError } from './fault'
import { createProgress, type Progress } from './progress'
import { render, type Result } from './result'
import { isCommand, usage } from './usage'

/*
 * The entry point of the commands for operators. It is built next to the server: `node
 * .output/server/operate.mjs backup FOLDER`, or `npm run backup -- FOLDER`. The result is written to standard
 * output, progress and errors to standard error.
 */

const FAILED = 1

async function main([name, ...args]: string[]): Promise<number> {
  if (!isCommand(name)) {
    const isHelp = name === '--help' || name === '-h'
    process[isHelp ? 'stdout' : 'stderr'].write(`${usage(null)}\n`)
    return isHelp ? 0 : FAILED
  }
  const progress = createProgress()
  try {
    if (envFault) throw envFault
    const given = readArguments(name, args)
    if (!given) {
      process.stdout.write(`${usage(name)}\n`)
      return 0
    }
    const result = await run(given, progress)
    progress.end()
    process.stdout.write(`${render(name, result, given.json)}\n`)
    return result.exitCode
  } catch (error) {
    const text = describe(error)
    progress.note(text)
    if (args.includes('--json')) {
      const failure = { exitCode: FAILED, text, data: { error: text } }
      process.stdout.write(`${render(name, failure, true)}\n`)
    }
    return FAILED
  }
}

async function run(given: Arguments, progress: Progress): Promise<Result> {
  if (given.command === 'admin') {
    const { administer } = await import('./admin/run')
    return administer(given.admin, parseSettings(process.env))
  }
  const { migrations } = await import('#migrations')
  if (given.command === 'doctor') {
    const { runDoctor } = await import('./doctor/run')
    return runDoctor(process.env, migrations, { progress, isDeep: given.deep })
  }
  const context = { settings: parseSettings(process.env), migrations, progress }
  switch (given.command) {
    case 'backup': {
      const { backUp } = await import('./backup/run')
      return backUp(given, context)
    }
    case 'verify': {
      const { verify } = await import('./backup/verify')
      return verify(given.from, progress)
    }
    case 'restore': {
      const { restore } = await import('./restore/run')
      return restore(given, context)
    }
    case 'move': {
      const { move } = await import('./move/run')
      return move(given, context)
    }
  }
}

/**
 * Returns the message of an error without its stack. If there are several faults, each is on its own line.
 */
function describe(error: unknown): string {
  if (error instanceof SettingsError) return error.faults.join('\n')
  if (error instanceof OperateError) return error.message
  if (isOutOfSpace(error)) return 'no space is left where the command writes; free some, then run it again'
  // The message of a failed query contains only the SQL statement, so the message of its cause is used.
  const cause = error instanceof DrizzleQueryError && error.cause ? error.cause : error
  const { message } = cause instanceof Error ? cause : new Error(String(cause))
  return message.split('\n')[0] ?? message
}

void main(process.argv.slice(2)).then(exitCode => process.exit(exitCode))
