import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Webhook } from '#shared/contract/webhook'
import type { HumanActor } from '~~/server/access/actor'
import { loadWebhook } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { webhook } from '~~/server/db/schema'
import { assertAllowedUrl } from '~~/server/outgoing/allowed-url'
import { assertProjectIn } from './check-target'
import { disableWebhook } from './disable-webhook'
import { readWebhook, type WebhookRow } from './serialize'

/**
 * Changes a webhook. Only owners can do this. Disabling it makes its pending messages fail. After enabling
 * it, only later events are sent. An update that changes nothing records no audit event.
 */
export async function updateWebhook(human: HumanActor, input: Input<'updateWebhook'>): Promise<Webhook> {
  return write(async tx => {
    const row = await loadWebhook(human, input.id, tx)
    const changed = await changeFields(tx, human, row, input)
    const enabled = await setEnabled(tx, human, changed, input.enabled)
    return readWebhook(tx, enabled)
  })
}

async function changeFields(
  tx: Db,
  human: HumanActor,
  row: WebhookRow,
  { url = row.url, events = row.events, format = row.format, projectId = row.projectId }: Partial<WebhookRow>,
): Promise<WebhookRow> {
  const after = { url, events, format, projectId }
  const before = { url: row.url, events: row.events, format: row.format, projectId: row.projectId }
  if (JSON.stringify(after) === JSON.stringify(before)) return row
  if (url !== row.url) assertAllowedUrl(url, 'url', 'webhooksToPrivate')
  if (projectId !== null && projectId !== row.projectId)
    await assertProjectIn(tx, human, projectId, row.workspaceId)
  await tx.update(webhook).set(after).where(eq(webhook.id, row.id))
  await recordChange(tx, {
    kind: 'webhook.updated',
    actor: human,
    subjectId: row.id,
    workspaceId: row.workspaceId,
  })
  return { ...row, ...after }
}

async function setEnabled(
  tx: Db,
  human: HumanActor,
  row: WebhookRow,
  enabled = row.disabledAt === null,
): Promise<WebhookRow> {
  if (enabled === (row.disabledAt === null)) return row
  if (!enabled) return disableWebhook(tx, human, row, 'person')
  const fields = { disabledAt: null, disabledReason: null, failingSince: null }
  await tx.update(webhook).set(fields).where(eq(webhook.id, row.id))
  await recordChange(tx, {
    kind: 'webhook.enabled',
    actor: human,
    subjectId: row.id,
    workspaceId: row.workspaceId,
  })
  return { ...row, ...fields }
}
