import type { Capability } from '#shared/contract/kit/operation'
import { newId } from '#shared/ids'
import type { Actor } from '~~/server/access/actor'
import { newSecret, sha256, tokenPrefix } from '~~/server/access/secrets'
import type { Db } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { token } from '~~/server/db/schema'
import { assertRoom, type Subscriber } from '~~/server/domain/billing/quotas'

/** Characters of a secret that are kept for recognition. */
const PREFIX_LENGTH = 8

export interface NewToken {
  name: string
  capabilities: Capability[]
  projectId: string | null
  expiresAt: number | null
}

/**
 * Inserts an agent token in a running transaction, with its event; throws past the plan's ceiling. The secret
 * is in the answer and nowhere else: its SHA-256 is kept.
 */
export async function insertToken(
  tx: Db,
  actor: Actor,
  home: Subscriber,
  wanted: NewToken,
): Promise<{ id: string; capabilities: Capability[]; token: string }> {
  await assertRoom(tx, 'agentKeys', home)
  const secret = `${tokenPrefix}${newSecret()}`
  const id = newId('token')
  await tx.insert(token).values({
    id,
    workspaceId: home.id,
    ...wanted,
    hash: sha256(secret),
    prefix: secret.slice(0, PREFIX_LENGTH),
    createdAt: Date.now(),
    createdBy: actor.id,
  })
  await recordEvent(tx, actor, 'token.created', {
    subjectId: id,
    workspaceId: home.id,
    projectId: wanted.projectId,
  })
  return { id, capabilities: wanted.capabilities, token: secret }
}
