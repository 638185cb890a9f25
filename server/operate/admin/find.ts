import type { AdminPerson, AdminWorkspace } from '#shared/contract/admin'
import { printableLine } from '#shared/text/printable'
import { OperateError } from '../fault'
import type { Call } from './client'
import { commandLine } from '~~/server/process/command-line'

/** The largest number of workspaces with the same name that an error lists. */
const MAX_LISTED = 5

/**
 * Returns the people whose name or email contains a text, or whose id is the text. Without a text, returns
 * all people.
 */
export const listPeople = (call: Call, search: string | null): Promise<AdminPerson[]> =>
  readAll(call, 'people', search)

/**
 * Returns the workspaces that match a text: the text is the id of the workspace, or occurs in its name, or in
 * the name or email of a member. Without a text, returns all workspaces.
 */
export const listWorkspaces = (call: Call, search: string | null): Promise<AdminWorkspace[]> =>
  readAll(call, 'workspaces', search)

/** Returns the person with the given email or id. Throws an OperateError if there is none. */
export async function findPerson(call: Call, given: string): Promise<AdminPerson> {
  const wanted = given.toLowerCase()
  const found = (await listPeople(call, given)).find(
    each => each.id === given || each.email.toLowerCase() === wanted,
  )
  if (found) return found
  throw new OperateError(
    `admin: no person has the email or id ${printableLine(given)}; ${commandLine('admin people')} lists them`,
  )
}

/**
 * Returns the workspace with the given name or id. Throws an OperateError if there is none, or if several
 * workspaces have this name.
 */
export async function findWorkspace(call: Call, given: string): Promise<AdminWorkspace> {
  const wanted = given.trim().toLowerCase()
  const name = printableLine(given)
  const workspaces = await listWorkspaces(call, given)
  const named = workspaces.filter(each => each.name.trim().toLowerCase() === wanted)
  const found = workspaces.find(each => each.id === given) ?? named[0]
  if (!found)
    throw new OperateError(
      `admin: no workspace has the name or id ${name}; ${commandLine('admin workspaces')} lists them`,
    )
  if (found.id === given || named.length === 1) return found
  const ids = named.slice(0, MAX_LISTED).map(each => `${each.id} (${each.owner?.email ?? 'no owner'})`)
  const more = named.length > MAX_LISTED ? ', …' : ''
  throw new OperateError(
    `admin: ${named.length} workspaces are named ${name}; use an id: ${ids.join(', ')}${more}`,
  )
}

/** Returns whether an argument names a person. Other arguments name a workspace. */
export const isOfPerson = (given: string): boolean => given.includes('@') || given.startsWith('usr_')

function queryOf(search: string | null, before: string | null): string {
  const query = new URLSearchParams()
  if (search !== null) query.set('search', search)
  if (before !== null) query.set('before', before)
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** Reads all pages of a list. The response contains the items under the name of the list. */
async function readAll<T, Name extends string>(call: Call, name: Name, search: string | null): Promise<T[]> {
  const all: T[] = []
  let before: string | null = null
  do {
    const page: Record<Name, T[]> & { next: string | null } = await call(
      'GET',
      `/${name}${queryOf(search, before)}`,
    )
    all.push(...page[name])
    before = page.next
  } while (before !== null)
  return all
}
