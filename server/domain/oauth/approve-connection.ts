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
 * Creates the code that a client exchanges for an agent token. It is valid once and for a minute, for this
 * client, its redirect address and the holder of the PKCE verifier. Only its SHA-256 is stored.
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
