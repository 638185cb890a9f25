import type { AdminPerson, AdminWorkspace, PasswordLink } from '#shared/contract/admin'
import { printableLine } from '#shared/text/printable'
import type { ParsedSettings } from '~~/server/settings'
import { OperateError } from '../fault'
import type { Result } from '../result'
import type { AdminCommand } from './arguments'
import { connect, type Call } from './client'
import { findPerson, findWorkspace, isOfPerson, listPeople, listWorkspaces } from './find'

/** Runs a command for administration on the running server. Throws an OperateError if it fails. */
export async function administer(command: AdminCommand, settings: ParsedSettings): Promise<Result> {
  const { publicUrl, port, adminToken } = settings
  if (adminToken === null)
    throw new OperateError(
      'admin: set ADMIN_TOKEN, here and for the server, to the same 32 characters or more, and restart it',
    )
  const call = await connect({ publicUrl, port, adminToken })
  switch (command.name) {
    case 'people': {
      const people = await listPeople(call, command.search)
      return done(tableOf(people.map(lineOfPerson), 'no people found'), { people })
    }
    case 'workspaces': {
      const workspaces = await listWorkspaces(call, command.search)
      return done(tableOf(workspaces.map(lineOfWorkspace), 'no workspaces found'), { workspaces })
    }
    case 'make-owner':
      return makeOwner(call, command)
    case 'add-person':
      return addPerson(call, command)
    case 'password-link': {
      const person = await findPerson(call, command.person)
      const link = await call<PasswordLink>('POST', `/people/${person.id}/password-reset`, {
        reason: command.reason,
      })
      return done(describeLink(person, link), { person, passwordLink: link })
    }
    case 'suspend':
    case 'unsuspend':
      return setSuspension(call, command)
  }
}

type CommandOf<Name extends AdminCommand['name']> = Extract<AdminCommand, { name: Name }>

async function makeOwner(call: Call, command: CommandOf<'make-owner'>): Promise<Result> {
  const workspace = await findWorkspace(call, command.workspace)
  const person = await findPerson(call, command.person)
  const changed = await call<Record<string, unknown>>(
    'PUT',
    `/workspaces/${workspace.id}/members/${person.id}`,
    { role: 'owner', reason: command.reason },
  )
  return done(
    `${printableLine(person.name)} (${person.email}) owns ${printableLine(workspace.name)} (${workspace.id})`,
    changed,
  )
}

async function addPerson(call: Call, command: CommandOf<'add-person'>): Promise<Result> {
  const { email, personName: name, reason } = command
  const created = await call<{ person: AdminPerson; passwordLink: PasswordLink | null }>('POST', '/people', {
    email,
    name,
    reason,
  })
  const { person, passwordLink } = created
  const text = passwordLink
    ? describeLink(person, passwordLink)
    : `${printableLine(person.name)} (${person.email}) signs in through the provider or proxy of the server`
  return done(text, created)
}

async function setSuspension(
  call: Call,
  { name, subject, reason }: CommandOf<'suspend' | 'unsuspend'>,
): Promise<Result> {
  const isPerson = isOfPerson(subject)
  const { id } = isPerson ? await findPerson(call, subject) : await findWorkspace(call, subject)
  const kind = isPerson ? 'people' : 'workspaces'
  const changed = await call<AdminPerson | AdminWorkspace>('POST', `/${kind}/${id}/${name}`, { reason })
  return done(`${printableLine(changed.name)} (${id}) is ${stateText[changed.state]}`, {
    [isPerson ? 'person' : 'workspace']: changed,
  })
}

const stateText = {
  active: 'active',
  suspended: 'suspended',
  deleting: 'suspended, and to be deleted',
} as const

const describeLink = ({ name, email }: AdminPerson, { url, expiresAt }: PasswordLink): string =>
  `${printableLine(name)} (${email}) chooses a password here, once, until ${expiresAt}:\n${url}`

const lineOfPerson = (each: AdminPerson): string[] => [
  each.id,
  each.state,
  each.emailVerified ? each.email : `${each.email} (not confirmed)`,
  printableLine(each.name),
]

const lineOfWorkspace = (each: AdminWorkspace): string[] => [
  each.id,
  each.state,
  each.owner?.email ?? '-',
  printableLine(each.name),
]

/** Returns rows as lines with aligned columns; `none` without rows. */
function tableOf(rows: string[][], none: string): string {
  if (rows.length === 0) return none
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const done = (text: string, data: Record<string, unknown>): Result => ({ exitCode: 0, text, data })
