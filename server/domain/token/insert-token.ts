import type { Capability } from '#shared/contract/capabilities'
import { newId } from '#shared/ids'
import { newSecret, sha256, tokenPrefix } from '~~/server/secrets/secrets'
import type { EventActor } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { token } from '~~/server/db/schema'
import { assertQuota, type WorkspacePlan } from '~~/server/domain/billing/quotas'

/**
 * How many characters from the start of a secret are stored. People recognize a token by these characters.
 */
const PREFIX_LENGTH = 8

export interface NewToken {
  name: string
  capabilities: Capability[]
  projectId: string | null
  /** When the token expires, in epoch milliseconds; null if it never expires. */
  expiresAt: number | null
  /** The id of the OAuth client that gets the token; missing for other tokens. */
  clientId?: string
}

/**
 * Inserts an agent token and its audit event inside the given transaction. Throws if the plan of the
 * workspace allows no further token. Returns the secret, of which only the SHA-256 is stored.
 */
export async function insertToken(
  tx: Db,
  actor: EventActor,
  workspace: WorkspacePlan,
  { clientId, ...fields }: NewToken,
): Promise<{ id: string; capabilities: Capability[]; token: string }> {
  await assertQuota(tx, 'agentKeys', workspace)
  const secret = `${tokenPrefix}${newSecret()}`
  const id = newId('token')
  await tx.insert(token).values({
    id,
    workspaceId: workspace.id,
    ...fields,
    hash: sha256(secret),
    clientHash: clientId === undefined ? null : sha256(clientId),
    prefix: secret.slice(0, PREFIX_LENGTH),
    createdAt: Date.now(),
    createdBy: actor.id,
  })
  await recordChange(tx, {
    kind: 'token.created',
    actor,
    subjectId: id,
    workspaceId: workspace.id,
    projectId: fields.projectId,
  })
  return { id, capabilities: fields.capabilities, token: secret }
}
