import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { AnonymousActor } from '~~/server/access/actor'
import { sha256 } from '~~/server/secrets/secrets'
import { writeRemoval } from '~~/server/db'
import { token } from '~~/server/db/schema'
import { markRevoked } from '~~/server/domain/token/mark-revoked'
import { readClientId } from './client-id'
import { unknownClient } from './exchange-code'

/**
 * Revokes the agent token that the caller sends. An unknown or revoked token gets the same response (RFC
 * 7009, 2.2). Throws `invalid_client` for an unknown client id.
 */
export async function revokeAccess(_actor: AnonymousActor, input: Input<'revokeAccess'>): Promise<undefined> {
  if (input.client_id !== undefined && !readClientId(input.client_id)) throw unknownClient()
  await writeRemoval(async tx => {
    const [row] = await tx
      .select({ id: token.id, name: token.name })
      .from(token)
      .where(eq(token.hash, sha256(input.token)))
    if (row) await markRevoked(tx, { type: 'agent', ...row }, row.id)
  })
}
