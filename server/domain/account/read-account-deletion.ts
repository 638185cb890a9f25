import type { Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { readDeletionOutcomes } from '../admin/deletion-outcomes'
import { serializeMemberships } from '~~/server/domain/admin/serialize-people'

/** Returns what a person's deletion of their account would do to each of their workspaces. */
export async function readAccountDeletion(human: HumanActor): Promise<Output<'readAccountDeletion'>> {
  return { workspaces: serializeMemberships(await readDeletionOutcomes(db, human.id)) }
}
