import type { Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { readDeletionOutcomes } from '~~/server/domain/admin/deletion-outcomes'
import { serializeMemberships } from '~~/server/domain/admin/serialize-people'

/**
 * Returns the workspaces of a person, each with the effect on the workspace if the person deletes their
 * account.
 */
export async function readAccountDeletion(human: HumanActor): Promise<Output<'readAccountDeletion'>> {
  return { workspaces: serializeMemberships(await readDeletionOutcomes(db, human.id)) }
}
