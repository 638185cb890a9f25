import { desc, eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { db } from '~~/server/db'
import { user, webhook } from '~~/server/db/schema'
import { serializeWebhook } from './serialize'

/**
 * Lists the webhooks of a workspace, newest first, without their secrets. Only for owners of the workspace.
 */
export async function listWebhooks(
  human: HumanActor,
  input: { id: string },
): Promise<Output<'listWebhooks'>> {
  requirePermission(human, input.id, 'manageWebhooks')
  const rows = await db
    .select({ webhook, creator: user.name })
    .from(webhook)
    .leftJoin(user, eq(user.id, webhook.createdBy))
    .where(eq(webhook.workspaceId, input.id))
    .orderBy(desc(webhook.id))
  return { webhooks: rows.map(row => serializeWebhook(row.webhook, row.creator)) }
}
