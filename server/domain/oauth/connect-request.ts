import { addresses } from '#shared/addresses'
import { capabilities, type Capability } from '#shared/contract/capabilities'
import { AppError } from '#shared/errors'
import { settings } from '~~/server/settings'
import { readClientId, type OAuthClient } from './client-id'
import { isRegistered } from './redirect-uri'

/** A request for authorization (RFC 6749, 4.1.1) whose client and redirect address are valid. */
export interface ConnectRequest {
  clientId: string
  client: OAuthClient
  redirectUri: string
  state: string | null
  /** The challenge of PKCE with S256 (RFC 7636); empty if there is a problem. */
  codeChallenge: string
  /** The capabilities in the scope; all if it names none. */
  capabilities: Capability[]
  /** Why the request cannot be approved; null if it can. */
  problem: { error: string; description: string } | null
}

/**
 * Returns the request in the query of the page /connect. Throws `bad_request` if the client or the redirect
 * address is not valid: then nothing may be sent to that address.
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

/** Returns whether tokens of this server are for a resource (RFC 8707). A client may leave it out. */
export function isOwnResource(resource: string | null | undefined): boolean {
  const { publicUrl } = settings()
  const own: unknown[] = [publicUrl, addresses.mcp(publicUrl)]
  return resource === null || resource === undefined || own.includes(resource.replace(/\/$/, ''))
}

/** Returns the redirect address of a client with a response: its state, and the issuer (RFC 9207). */
export function responseUrl(
  { redirectUri, state }: Pick<ConnectRequest, 'redirectUri' | 'state'>,
  members: Record<string, string>,
): string {
  const url = new URL(redirectUri)
  const added = { ...members, ...(state !== null && { state }), iss: settings().publicUrl }
  for (const [name, value] of Object.entries(added)) url.searchParams.append(name, value)
  return url.href
}
