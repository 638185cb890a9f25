import { limits } from '#shared/contract/kit/limits'
import { ForgeError, openForge, type Forge } from '#shared/forge/forge'
import { hasShortTime } from '~~/server/outgoing/schedule'
import { log } from '~~/server/process/log'
import { decryptToken } from './forge-token'
import { guardedFetch } from './guarded-fetch'
import type { ConnectionRow } from './serialize'

/** The fields of a row of an outbox that its time limit depends on. */
interface Tried {
  error: string | null
  attempt: number
}

/**
 * Opens the repository of a connection for one update or answer. Returns a ForgeError if the token cannot be
 * decrypted.
 */
export function openConnection(connection: ConnectionRow, { error, attempt }: Tried): Forge | ForgeError {
  const token = decryptToken(connection.token)
  if (token === null)
    return new ForgeError(
      'The token cannot be decrypted, since AUTH_SECRET has changed: enter it again.',
      401,
    )
  const withinMs = hasShortTime(error !== null, attempt) ? limits.forgeFailingUpdateMs : limits.forgeUpdateMs
  return openForge(connection.kind, connection, token, guardedFetch(withinMs))
}

/** Returns the failure to store for an error. Logs an error that does not come from the forge. */
export function failureOf(error: unknown): ForgeError {
  if (error instanceof ForgeError) return error
  log.error('a pull request could not be updated', { error })
  return new ForgeError('The server failed to update it.', 500)
}
