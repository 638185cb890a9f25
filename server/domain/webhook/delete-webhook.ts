import { eq } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import { loadWebhook } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { writeRemoval } from '~~/server/db'
import { webhook } from '~~/server/db/schema'

/** Deletes a webhook, including its log. Only owners can do this. */
export async function deleteWebhook(human: HumanActor, input: { id: string }): Promise<undefined> {
  await writeRemoval(async tx => {
    const row = await loadWebhook(human, input.id, tx)
    await tx.delete(webhook).where(eq(webhook.id, row.id))
    await recordChange(tx, {
      kind: 'webhook.deleted',
      actor: human,
      subjectId: row.id,
      workspaceId: row.workspaceId,
    })
  })
}
