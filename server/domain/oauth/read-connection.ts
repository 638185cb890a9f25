import type { Input, Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { readConnectRequest, responseUrl } from './connect-request'
import { isLocal } from './redirect-uri'

/**
 * Returns the authorization request that a person accepts or declines on the page /connect. Throws
 * `bad_request` if the client or the redirect URL is not valid.
 */
export async function readConnection(
  _human: HumanActor,
  input: Input<'readConnection'>,
): Promise<Output<'readConnection'>> {
  const request = readConnectRequest(input.request)
  const url = new URL(request.redirectUri)
  const { error, description } = request.problem ?? {
    error: 'access_denied',
    description: 'The person did not allow it.',
  }
  return {
    clientName: request.client.name,
    returnsTo: url.protocol.startsWith('http') ? url.host : `${url.protocol}//${url.host}`,
    local: isLocal(url),
    capabilities: request.capabilities,
    problem: request.problem?.description ?? null,
    cancelUrl: responseUrl(request, { error, error_description: description }),
  }
}
