import { count, eq } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { webhook } from '~~/server/db/schema'
import { assertAllowedUrl } from '~~/server/outgoing/allowed-url'
import { assertProjectIn } from './check-target'
import { serializeWebhook, type WebhookRow } from './serialize'
import { newSigningSecret, encryptSecret } from './signing-secret'

/**
 * Creates a webhook. Only owners can do this. Returns the secret, which is stored encrypted and never
 * returned again. Throws `conflict` if the workspace has the maximum number of webhooks.
 */
export async function createWebhook(
  human: HumanActor,
  input: Input<'createWebhook'>,
): Promise<Output<'createWebhook'>> {
  const secret = newSigningSecret()
  const row: WebhookRow = {
    id: newId('webhook'),
    workspaceId: input.id,
    projectId: input.projectId ?? null,
    url: input.url,
    format: input.format,
    events: input.events,
    secret: encryptSecret(secret),
    previousSecret: null,
    previousSecretExpiresAt: null,
    disabledAt: null,
    disabledReason: null,
    failingSince: null,
    createdAt: Date.now(),
    createdBy: human.id,
  }
  await write(async tx => {
    await loadWorkspace(human, input.id, 'manageWebhooks', tx)
    assertAllowedUrl(input.url, 'url', 'webhooksToPrivate')
    if (row.projectId !== null) await assertProjectIn(tx, human, row.projectId, input.id)
    const [present] = await tx
      .select({ count: count() })
      .from(webhook)
      .where(eq(webhook.workspaceId, input.id))
    if ((present?.count ?? 0) >= limits.webhooksPerWorkspace)
      throw new AppError('conflict', {
        message: `This workspace has ${limits.webhooksPerWorkspace} webhooks, which is the maximum.`,
        hint: 'Delete one that is no longer needed.',
      })
    await tx.insert(webhook).values(row)
    await recordChange(tx, {
      kind: 'webhook.created',
      actor: human,
      subjectId: row.id,
      workspaceId: row.workspaceId,
    })
  })
  return { webhook: serializeWebhook(row, human.name), secret }
}
