import { limits } from '#shared/contract/kit/limits'
import type { ForgeKind, Repository } from '#shared/forge/dialects'
import { ForgeError, openForge } from '#shared/forge/forge'
import { invalid, type AppError } from '#shared/errors'
import { assertAllowedHost, OutgoingError } from '~~/server/outgoing/request'
import { settings } from '~~/server/settings'
import { guardedFetch } from './guarded-fetch'

/** Throws `invalid_request` if the server may not send requests to the URL of a forge's API. */
export function assertAllowedApi(apiUrl: string): void {
  const { forgesToPrivate } = settings()
  const url = new URL(apiUrl)
  if (url.protocol === 'http:' && !forgesToPrivate)
    throw invalid(
      'apiUrl',
      '"apiUrl" must begin with https://.',
      'Use an https address; the operator of this server can allow http with FORGES_TO_PRIVATE=on.',
    )
  try {
    assertAllowedHost(url, forgesToPrivate)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw notReachable(error.message)
  }
}

const notReachable = (reason: string) =>
  invalid(
    'apiUrl',
    `The forge cannot be used: ${reason}`,
    settings().forgesToPrivate
      ? 'Check the address; link-local ones are never allowed.'
      : 'Check the address; the operator of this server can allow private ones with FORGES_TO_PRIVATE=on.',
  )

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
  return notReachable(message)
}
