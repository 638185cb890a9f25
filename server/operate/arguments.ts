import { parseArgs } from 'node:util'
import { OperateError } from './fault'
import type { Command } from './usage'

/** The arguments of a command line; null asks for the usage text. */
export type Arguments =
  | { command: 'backup' | 'restore'; folder: string }
  | { command: 'doctor' }
  | { command: 'move'; to: string; blobs: string | null }

/**
 * Reads the arguments of a command. Returns null for `--help`. Throws an OperateError that says what to do.
 */
export function readArguments(command: Command, args: string[]): Arguments | null {
  const { values, positionals } = parse(command, args)
  if (values.help) return null
  const [folder, ...rest] = positionals
  const takesFolder = command === 'backup' || command === 'restore'
  if (rest.length > 0 || (folder !== undefined && !takesFolder))
    throw new OperateError(`${command}: too many arguments; try --help`)
  if (takesFolder) {
    if (!folder) throw new OperateError(`${command}: name a folder: npm run ${command} -- FOLDER`)
    return { command, folder }
  }
  if (command === 'doctor') return { command }
  if (!values.to)
    throw new OperateError('move: name the new database: npm run move -- --to postgres://…; try --help')
  return { command, to: values.to, blobs: values.blobs ?? null }
}

function parse(command: Command, args: string[]) {
  const move = { to: { type: 'string' }, blobs: { type: 'string' } } as const
  const help = { help: { type: 'boolean', short: 'h' } } as const
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: command === 'move' ? { ...help, ...move } : help,
    })
    return { values: values as { help?: boolean; to?: string; blobs?: string }, positionals }
  } catch (error) {
    // Without the value of an option, which may contain a password.
    const { code } = error as { code?: string }
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    const name = /'(--?[\w-]+)/.exec((error as Error).message)?.[1]
    const fault = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'there is no option' : 'needs a value:'
    throw new OperateError(`${command}: ${fault} ${name ?? 'of this form'}; try --help`)
  }
}
