import type { Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { db } from '~~/server/db'
import { readConnections } from './serialize'

/** Lists the connected projects of a workspace by name, without their tokens. Only owners can do this. */
export async function listForgeConnections(
  human: HumanActor,
  input: { id: string },
): Promise<Output<'listForgeConnections'>> {
  requirePermission(human, input.id, 'manageForges')
  return { connections: await readConnections(db, input.id) }
}
