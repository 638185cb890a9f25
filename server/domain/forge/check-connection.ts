import { limits } from '#shared/contract/kit/limits'
import type { ForgeKind, Repository } from '#shared/forge/dialects'
import { ForgeError, openForge } from '#shared/forge/forge'
import { invalid, type AppError } from '#shared/errors'
import { unusableUrl } from '~~/server/outgoing/allowed-url'
import { guardedFetch } from './guarded-fetch'

/**
 * Tests a connection by reading the repository with the token. Throws `invalid_request` with the name of the
 * field that is invalid.
 */
export async function checkConnection(kind: ForgeKind, of: Repository, token: string): Promise<void> {
  const isWritable = await openForge(kind, of, token, guardedFetch(limits.forgeUpdateMs))
    .isWritable()
    .catch((error: unknown) => {
      throw error instanceof ForgeError ? explain(error, of) : error
    })
  if (!isWritable)
    throw invalid(
      'token',
      `The token may read ${of.repository}, but not write to it.`,
      'Comments and commit statuses need write access to the repository; on GitLab, the role Developer.',
    )
}

function explain({ status, message, pauseMs }: ForgeError, { repository }: Repository): AppError {
  if (pauseMs !== null)
    return invalid(
      'token',
      `The forge limits the rate of requests: ${message}`,
      'Try again in a few minutes.',
    )
  if (status === 401)
    return invalid('token', 'The forge rejected the token.', 'Create a new token and paste it completely.')
  if (status === 403)
    return invalid(
      'token',
      `The token may not read ${repository}: ${message}`,
      'Give it access to the repository.',
    )
  if (status === 404)
    return invalid(
      'repository',
      `The token has no access to a repository ${repository}.`,
      'Check the name, the address of the forge, and that the token has access to the repository.',
    )
  return unusableUrl(message, 'apiUrl', 'forgesToPrivate')
}
