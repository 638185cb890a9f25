import { addresses } from '#shared/addresses'
import { capabilities, type Capability } from '#shared/contract/capabilities'
import { AppError } from '#shared/errors'
import { settings } from '~~/server/settings'
import { readClientId, type OAuthClient } from './client-id'
import { isRegistered } from './redirect-uri'

/** An authorization request (RFC 6749, 4.1.1) whose client and redirect URL are valid. */
export interface ConnectRequest {
  clientId: string
  client: OAuthClient
  redirectUri: string
  state: string | null
  /** The PKCE challenge with the method S256 (RFC 7636). It may be empty if `problem` is set. */
  codeChallenge: string
  /** The capabilities in the requested scope; all capabilities if the scope contains none. */
  capabilities: Capability[]
  /** The reason why the request cannot be approved; null if it can. */
  problem: { error: string; description: string } | null
}

/**
 * Returns the authorization request in the query of the page /connect. Throws `bad_request` if the client or
 * the redirect URL is not valid; in this case nothing may be sent to that URL.
 */
export function readConnectRequest(query: string): ConnectRequest {
  const parameters = new URLSearchParams(query)
  const clientId = parameters.get('client_id') ?? ''
  const client = readClientId(clientId)
  if (!client)
    throw new AppError('bad_request', {
      message: 'This server does not know the app.',
      hint: 'In the app, remove this server and add it again.',
    })
  const redirectUri = parameters.get('redirect_uri') ?? ''
  if (parameters.getAll('redirect_uri').length > 1 || !isRegistered(redirectUri, client.redirectUris))
    throw new AppError('bad_request', {
      message: 'The app asks to return to an address that it has not registered.',
      hint: 'In the app, remove this server and add it again.',
    })
  const asked = (parameters.get('scope') ?? '').split(' ')
  const known = capabilities.filter(each => asked.includes(each))
  return {
    clientId,
    client,
    redirectUri,
    state: parameters.get('state'),
    codeChallenge: parameters.get('code_challenge') ?? '',
    capabilities: known.length > 0 ? known : [...capabilities],
    problem: problemOf(parameters),
  }
}

function problemOf(parameters: URLSearchParams): ConnectRequest['problem'] {
  const invalid = (description: string) => ({ error: 'invalid_request', description })
  const repeated = [...new Set(parameters.keys())].find(name => parameters.getAll(name).length > 1)
  if (repeated !== undefined) return invalid(`The parameter ${repeated} is repeated.`)
  if (parameters.get('response_type') !== 'code')
    return { error: 'unsupported_response_type', description: 'response_type must be code.' }
  if (parameters.get('code_challenge_method') !== 'S256')
    return invalid('code_challenge_method must be S256 (PKCE).')
  if (!/^[\w-]{43}$/.test(parameters.get('code_challenge') ?? ''))
    return invalid('code_challenge must be a SHA-256 in base64url (PKCE).')
  return isOwnResource(parameters.get('resource'))
    ? null
    : { error: 'invalid_target', description: `resource must be ${addresses.mcp(settings().publicUrl)}.` }
}

/**
 * Returns whether a resource (RFC 8707) is this server, so that tokens of this server are valid for it. Also
 * returns true if the client sent no resource.
 */
export function isOwnResource(resource: string | null | undefined): boolean {
  const { publicUrl } = settings()
  const own: unknown[] = [publicUrl, addresses.mcp(publicUrl)]
  return resource === null || resource === undefined || own.includes(resource.replace(/\/$/, ''))
}

/**
 * Returns the redirect URL of a client with a response in its query. The response consists of the given
 * parameters, the state and the issuer (RFC 9207).
 */
export function responseUrl(
  { redirectUri, state }: Pick<ConnectRequest, 'redirectUri' | 'state'>,
  members: Record<string, string>,
): string {
  const url = new URL(redirectUri)
  const added = { ...members, ...(state !== null && { state }), iss: settings().publicUrl }
  for (const [name, value] of Object.entries(added)) url.searchParams.append(name, value)
  return url.href
}
