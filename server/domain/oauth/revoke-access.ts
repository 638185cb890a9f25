import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { AnonymousActor } from '~~/server/access/actor'
import { sha256 } from '~~/server/secrets/secrets'
import { writeRemoval } from '~~/server/db'
import { token } from '~~/server/db/schema'
import { markRevoked } from '~~/server/domain/token/mark-revoked'
import { readClientId } from './client-id'
import { unknownClient } from './exchange-code'

/**
 * Revokes the agent token that the caller sends. The response is the same for an unknown or revoked token
 * (RFC 7009, 2.2). Throws `invalid_client` for an unknown client id. Throws `invalid_grant` if the token was
 * issued to another client (RFC 7009, 2.1).
 */
export async function revokeAccess(_actor: AnonymousActor, input: Input<'revokeAccess'>): Promise<undefined> {
  const { client_id: clientId } = input
  if (clientId !== undefined && !readClientId(clientId)) throw unknownClient()
  await writeRemoval(async tx => {
    const [row] = await tx
      .select({ id: token.id, name: token.name, clientHash: token.clientHash })
      .from(token)
      .where(eq(token.hash, sha256(input.token)))
    if (!row) return
    const { id, name, clientHash } = row
    if (clientId !== undefined && clientHash !== null && clientHash !== sha256(clientId)) throw otherClient()
    await markRevoked(tx, { type: 'agent', id, name }, id)
  })
}

const otherClient = () =>
  new AppError('bad_request', {
    oauthError: 'invalid_grant',
    message: 'The token was issued to another client.',
    hint: 'Send the client_id that requested the token.',
  })
