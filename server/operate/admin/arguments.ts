import { OperateError } from '../fault'

/** The options of the commands for administration. */
export interface AdminOptions {
  reason?: string
  name?: string
}

/** A command for administration. `workspace` is a name or an id, and `person` is an email or an id. */
export type AdminCommand =
  | { name: 'people' | 'workspaces'; search: string | null }
  | { name: 'make-owner'; workspace: string; person: string; reason: string }
  | { name: 'add-person'; email: string; personName: string; reason: string }
  | { name: 'password-link'; person: string; reason: string }
  | { name: 'suspend' | 'unsuspend'; subject: string; reason: string }

/** The commands with the names of their arguments. */
const commands = {
  'people': ['[SEARCH]'],
  'workspaces': ['[SEARCH]'],
  'make-owner': ['WORKSPACE', 'PERSON'],
  'add-person': ['EMAIL'],
  'password-link': ['PERSON'],
  'suspend': ['PERSON|WORKSPACE'],
  'unsuspend': ['PERSON|WORKSPACE'],
} as const satisfies Record<AdminCommand['name'], readonly string[]>

/** Reads the arguments of a command for administration. Throws an OperateError with an instruction. */
export function readAdminCommand([given, ...args]: string[], options: AdminOptions): AdminCommand {
  const name = Object.keys(commands).find((each): each is AdminCommand['name'] => each === given)
  if (!name)
    throw new OperateError(`admin: name a command: ${Object.keys(commands).join(', ')}; try admin --help`)
  const expected: readonly string[] = commands[name]
  const isOptional = expected[0]?.startsWith('[')
  if (args.length > expected.length || (!isOptional && args.length < expected.length) || args.includes(''))
    throw new OperateError(`admin: ${name} takes ${expected.join(' ')}; try admin --help`)
  const [first = '', second = ''] = args
  if (options.name !== undefined && name !== 'add-person')
    throw new OperateError('admin: --name is an option of add-person only; try admin --help')
  if (name === 'people' || name === 'workspaces') return readList(name, args[0] ?? null, options)
  const reason = options.reason?.trim()
  if (!reason) throw new OperateError(`admin: ${name} needs --reason "…", which is recorded in the activity`)
  switch (name) {
    case 'make-owner':
      return { name, workspace: first, person: second, reason }
    case 'add-person':
      if (!options.name?.trim())
        throw new OperateError('admin: add-person needs --name "…", the name of the person')
      return { name, email: first, personName: options.name, reason }
    case 'password-link':
      return { name, person: first, reason }
    case 'suspend':
    case 'unsuspend':
      return { name, subject: first, reason }
  }
}

function readList(
  name: 'people' | 'workspaces',
  search: string | null,
  { reason }: AdminOptions,
): AdminCommand {
  if (reason !== undefined) throw new OperateError(`admin: ${name} changes nothing, so it takes no --reason`)
  return { name, search }
}
