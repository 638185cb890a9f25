import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { DAY, SECOND } from '#shared/time'
import { findValidIssuer } from '~~/server/access/issuer'
import { system } from '~~/server/changes/change'
import { sha256 } from '~~/server/secrets/secrets'
import { write, type Db } from '~~/server/db'
import { oauthCode, workspace } from '~~/server/db/schema'
import { insertToken } from '~~/server/domain/token/insert-token'
import { markRevoked } from '~~/server/domain/token/mark-revoked'
import type { AnonymousActor } from '~~/server/access/actor'
import { readClientId, type OAuthClient } from './client-id'
import { isOwnResource } from './connect-request'

type Request = Input<'exchangeCode'>

/**
 * Exchanges an authorization code for an agent token. The token gets the name of the client. There is no
 * refresh token: when the token has expired, the client asks for authorization again. A code that is used a
 * second time may have been stolen, so its token is revoked (RFC 6749, 4.1.2). Throws `invalid_client` for an
 * unknown client id, and `invalid_grant` for a code that is not valid.
 */
export async function exchangeCode(_actor: AnonymousActor, input: Request): Promise<Output<'exchangeCode'>> {
  const client = readClientId(input.client_id)
  if (!client) throw unknownClient()
  if (input.grant_type !== 'authorization_code')
    throw refused('unsupported_grant_type', 'grant_type must be authorization_code.')
  if (!isOwnResource(input.resource))
    throw refused('invalid_target', 'resource must be the one in the authorization.')
  const issued = await write(tx => exchange(tx, client, input))
  // This error is thrown after the transaction: an error inside it would roll back the revocation of a token.
  if (!issued) throw refused('invalid_grant', 'The code is unknown, was used, has expired or is not yours.')
  return issued
}

/** Returns the token for a code; null if the code, or the request that contains the code, is not valid. */
async function exchange(tx: Db, client: OAuthClient, input: Request): Promise<Output<'exchangeCode'> | null> {
  const hash = sha256(input.code ?? '')
  const [found] = await tx
    .select({ code: oauthCode, workspace })
    .from(oauthCode)
    .innerJoin(workspace, eq(workspace.id, oauthCode.workspaceId))
    .where(eq(oauthCode.hash, hash))
  if (!found) return null
  const { code } = found
  if (code.tokenId !== null) {
    await markRevoked(tx, system, code.tokenId)
    return null
  }
  if (code.expiresAt <= Date.now() || !isFor(code, input)) return null
  const person = { type: 'human', id: code.createdBy } as const
  const issuer = await findValidIssuer(tx, person, code.workspaceId, 'manageTokens')
  if (!issuer) return null
  const lifetime = limits.connectionDays * DAY
  const created = await insertToken(tx, issuer, found.workspace, {
    name: client.name,
    capabilities: code.capabilities,
    projectId: code.projectId,
    expiresAt: Date.now() + lifetime,
    clientId: code.clientId,
  })
  await tx.update(oauthCode).set({ tokenId: created.id }).where(eq(oauthCode.hash, hash))
  return {
    access_token: created.token,
    token_type: 'Bearer',
    expires_in: lifetime / SECOND,
    scope: created.capabilities.join(' '),
  }
}

/**
 * Returns whether this request comes from the client that requested the code. Only that client has the PKCE
 * verifier.
 */
function isFor(code: typeof oauthCode.$inferSelect, input: Request): boolean {
  const verifier = input.code_verifier ?? ''
  return (
    code.clientId === input.client_id &&
    code.redirectUri === input.redirect_uri &&
    /^[\w.~-]{43,128}$/.test(verifier) &&
    createHash('sha256').update(verifier).digest('base64url') === code.codeChallenge
  )
}

const refused = (oauthError: string, message: string) =>
  new AppError('bad_request', { oauthError, message, hint: 'Start the authorization again.' })

/**
 * Returns the error for an unknown client id. Clients register again after this error. Client ids become
 * invalid if the secret of the server changes.
 */
export const unknownClient = () =>
  new AppError('unauthorized', {
    oauthError: 'invalid_client',
    message: 'This server does not know the client_id.',
    hint: 'Register again at /oauth/register.',
  })
