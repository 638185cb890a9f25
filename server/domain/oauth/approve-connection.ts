import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { invalid } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { newSecret, sha256 } from '~~/server/secrets/secrets'
import { write } from '~~/server/db'
import { oauthCode } from '~~/server/db/schema'
import { assertQuota } from '~~/server/domain/billing/quotas'
import { loadTokenScope } from '~~/server/domain/token/load-token-scope'
import { readConnectRequest, responseUrl } from './connect-request'

/**
 * Creates the authorization code that a client exchanges for an agent token. The code can be used only once
 * and within a minute, and only by the client that requested it. The client must send the same redirect URL
 * and the PKCE verifier. Only the SHA-256 of the code is stored.
 */
export async function approveConnection(
  human: HumanActor,
  input: Input<'approveConnection'>,
): Promise<Output<'approveConnection'>> {
  const request = readConnectRequest(input.request)
  if (request.problem) throw invalid('request', request.problem.description, 'Start again in the app.')
  const code = newSecret()
  await write(async tx => {
    const workspace = await loadTokenScope(human, input.workspaceId, input.projectId, tx)
    await assertQuota(tx, 'agentKeys', workspace)
    await tx.insert(oauthCode).values({
      hash: sha256(code),
      workspaceId: workspace.id,
      projectId: input.projectId ?? null,
      createdBy: human.id,
      clientId: request.clientId,
      redirectUri: request.redirectUri,
      codeChallenge: request.codeChallenge,
      capabilities: input.capabilities,
      expiresAt: Date.now() + limits.oauthCodeMs,
    })
  })
  return { redirectUrl: responseUrl(request, { code }) }
}
