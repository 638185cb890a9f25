import { eq } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { accessRequest } from '~~/server/db/schema'
import { loadOpenRequest } from './open-requests'

/**
 * Declines an access request. Only owners can do this. The row stays until the request expires: until then,
 * the person cannot request access again, and cannot see that the request was declined. Throws `not_found`
 * for a request that was decided, has expired or is for another workspace.
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
