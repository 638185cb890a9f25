import { eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { HumanActor } from '~~/server/access/actor'
import { loadWebhook } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { webhook } from '~~/server/db/schema'
import { readWebhook } from './serialize'
import { newSigningSecret, encryptSecret } from './signing-secret'

/**
 * Replaces the secret of a webhook. Only owners can do this. Returns the new secret, which is never returned
 * again. For 24 hours, messages are signed with the previous secret as well. The secret before the previous
 * one becomes invalid immediately.
 */
export async function rotateWebhookSecret(
  human: HumanActor,
  input: { id: string },
): Promise<Output<'rotateWebhookSecret'>> {
  const secret = newSigningSecret()
  return write(async tx => {
    const row = await loadWebhook(human, input.id, tx)
    const fields = {
      secret: encryptSecret(secret),
      previousSecret: row.secret,
      previousSecretExpiresAt: Date.now() + limits.webhookSecretOverlapMs,
    }
    await tx.update(webhook).set(fields).where(eq(webhook.id, row.id))
    await recordChange(tx, {
      kind: 'webhook.secret_rotated',
      actor: human,
      subjectId: row.id,
      workspaceId: row.workspaceId,
    })
    return { webhook: await readWebhook(tx, { ...row, ...fields }), secret }
  })
}
