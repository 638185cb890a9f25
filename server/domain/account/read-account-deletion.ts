import type { Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { readFates } from '~~/server/domain/admin/fates'
import { serializeFates } from '~~/server/domain/admin/serialize-people'

/** Returns what a person's deletion of their account would do to each of their workspaces. */
export async function readAccountDeletion(human: HumanActor): Promise<Output<'readAccountDeletion'>> {
  return { workspaces: serializeFates(await readFates(db, human.id)) }
}
