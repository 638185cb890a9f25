import type { Output } from '#shared/contract'
import type { Administrator } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { readDeletionOutcomes } from './deletion-outcomes'
import { readAdminPerson, serializeMemberships } from './serialize-people'

/**
 * Returns a person with their workspaces, and the effect on each workspace if the person is deleted. Only for
 * administrators. Throws `not_found` if the person does not exist.
 */
export async function inspectPerson(
  _admin: Administrator,
  { id }: { id: string },
): Promise<Output<'inspectPerson'>> {
  const person = await readAdminPerson(id)
  const memberships = await readDeletionOutcomes(db, id)
  return {
    person,
    workspaces: serializeMemberships(memberships),
  }
}
