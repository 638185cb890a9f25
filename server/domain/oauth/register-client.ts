import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { SECOND } from '#shared/time'
import type { AnonymousActor } from '~~/server/access/actor'
import { clientIdOf } from './client-id'
import { redirectUriFault } from './redirect-uri'

/**
 * Registers a public client (RFC 7591). Requested values that this server does not support, such as other
 * grant types, are ignored: the response contains the values that apply. Throws `invalid_redirect_uri` for a
 * redirect URL that may not receive a code.
 */
export async function registerClient(
  _actor: AnonymousActor,
  input: Input<'registerClient'>,
): Promise<Output<'registerClient'>> {
  for (const [index, uri] of input.redirect_uris.entries()) {
    const fault = redirectUriFault(uri)
    if (fault !== null)
      throw new AppError('bad_request', {
        oauthError: 'invalid_redirect_uri',
        field: `redirect_uris.${index}`,
        message: `"redirect_uris.${index}" ${fault}.`,
        hint:
          'Register addresses over https, or of an app on the computer of the person: over http on ' +
          'localhost, or with a scheme of your domain, such as com.example.app://callback.',
      })
  }
  const client = { name: displayName(input.client_name), redirectUris: input.redirect_uris }
  return {
    client_id: clientIdOf(client),
    client_id_issued_at: Math.floor(Date.now() / SECOND),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
  }
}

/**
 * Returns the name under which a client is shown to the person who accepts the client. A long name is
 * shortened.
 */
const displayName = (given = ''): string => [...given].slice(0, limits.clientName).join('') || 'MCP client'
