import { eq } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { accessRequest } from '~~/server/db/schema'
import { loadOpenRequest } from './open-requests'

/**
 * Declines an access request, for owners. Its row stays until it expires: until then the person cannot ask
 * again, and sees no difference from a request that is not decided. Throws `not_found` as accepting it does.
 */
export async function declineAccessRequest(human: HumanActor, input: { id: string }): Promise<undefined> {
  await write(async tx => {
    const { person, workspace } = await loadOpenRequest(tx, human, input.id)
    await tx.update(accessRequest).set({ declinedAt: Date.now() }).where(eq(accessRequest.id, input.id))
    await recordChange(tx, {
      kind: 'access.declined',
      actor: human,
      subjectId: person.id,
      workspaceId: workspace.id,
    })
  })
}
