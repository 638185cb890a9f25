import { eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { addresses } from '#shared/addresses'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { forgeConnection } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { newWebhookSecret } from './webhook-secret'

/**
 * Creates the secret with which the forge of a project sends comments. Only owners can do this. The earlier
 * secret becomes invalid immediately. Returns the secret, which is never returned again, and the URL for the
 * webhook of the forge.
 */
export async function createForgeSecret(
  human: HumanActor,
  input: { id: string },
): Promise<Output<'createForgeSecret'>> {
  const { secret, encrypted } = newWebhookSecret()
  await write(async tx => {
    const loaded = await loadProject(human, input.id, 'manageForges', tx)
    const changed = await tx
      .update(forgeConnection)
      .set({ webhookSecret: encrypted })
      .where(eq(forgeConnection.projectId, input.id))
      .returning({ projectId: forgeConnection.projectId })
    if (changed.length === 0)
      throw new AppError('not_found', { message: 'This project is not connected to a repository.' })
    await recordChange(tx, {
      kind: 'forge.secret_created',
      actor: human,
      subjectId: input.id,
      ...scopeOf(loaded),
    })
  })
  return { url: addresses.forgeEvents(settings().publicUrl, input.id), secret }
}
