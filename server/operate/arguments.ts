import { parseArgs, type ParseArgsConfig } from 'node:util'
import { readAdminCommand, type AdminCommand, type AdminOptions } from './admin/arguments'
import { OperateError } from './fault'
import type { Command } from './usage'
import { commandLine } from '~~/server/process/command-line'

/** The arguments of a command, after parsing. */
export type Arguments = {
  /** Whether to print the result as JSON. */
  json: boolean
} & (
  | { command: 'backup'; to: string; keep: number }
  | { command: 'verify'; from: string }
  | { command: 'restore'; from: string; generation: string | null }
  | { command: 'doctor'; deep: boolean }
  | { command: 'move'; to: string; blobs: string | null }
  | { command: 'admin'; admin: AdminCommand }
)

/** The default number of backups that a backup folder or bucket keeps. */
const KEEP = 7

const flag = { type: 'boolean' } as const
const value = { type: 'string' } as const
const shared = { help: { type: 'boolean', short: 'h' }, json: flag } as const

const options = {
  backup: { keep: value },
  restore: { generation: value },
  doctor: { deep: flag },
  move: { to: value, blobs: value },
  admin: { reason: value, name: value },
} satisfies Record<Command, ParseArgsConfig['options']>

/** The values of the options of all commands. */
interface Values extends AdminOptions {
  help?: boolean
  json?: boolean
  deep?: boolean
  keep?: string
  generation?: string
  to?: string
  blobs?: string
}

/**
 * Reads the arguments of a command. Returns null for `--help`. Throws an OperateError with an instruction.
 */
export function readArguments(command: Command, args: string[]): Arguments | null {
  const { values, positionals } = parse(command, args)
  if (values.help) return null
  const { json = false, deep = false } = values
  if (command === 'admin') return { command, json, admin: readAdminCommand(positionals, values) }
  if (command === 'backup' || command === 'restore') return readPlace(command, positionals, values)
  if (positionals.length > 0) throw tooMany(command)
  if (command === 'doctor') return { command, json, deep }
  if (!values.to)
    throw new OperateError(
      `move: name the new database: ${commandLine('move --to')} postgres://…; try --help`,
    )
  return { command, json, to: values.to, blobs: values.blobs ?? null }
}

/** Reads the arguments of a command that takes a backup folder or bucket as its argument. */
function readPlace(command: 'backup' | 'restore', positionals: string[], values: Values): Arguments {
  const { json = false, keep = String(KEEP), generation = null } = values
  const verifies = command === 'backup' && positionals[0] === 'verify'
  const [place, ...rest] = verifies ? positionals.slice(1) : positionals
  if (rest.length > 0) throw tooMany(command)
  if (!place) {
    const example = verifies ? 'backup verify FOLDER' : `${command} FOLDER`
    throw new OperateError(`${command}: name a folder: ${commandLine(example)}`)
  }
  if (verifies) return { command: 'verify', json, from: place }
  if (command === 'restore') return { command, json, from: place, generation }
  if (!/^[1-9]\d{0,3}$/.test(keep))
    throw new OperateError('backup: --keep takes a number from 1, such as --keep 7')
  return { command, json, to: place, keep: Number(keep) }
}

const tooMany = (command: Command) => new OperateError(`${command}: too many arguments; try --help`)

function parse(command: Command, args: string[]): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...shared, ...options[command] },
    })
    return { values: values as Values, positionals }
  } catch (error) {
    // The error message names the option but not its value, since the value may contain a password.
    const { code } = error as { code?: string }
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    const name = /'(--?[\w-]+)/.exec((error as Error).message)?.[1]
    const fault = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'there is no option' : 'needs a value:'
    throw new OperateError(`${command}: ${fault} ${name ?? 'of this form'}; try --help`)
  }
}
