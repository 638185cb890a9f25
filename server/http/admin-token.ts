import type { H3Event } from 'h3'
import { operator, type OperatorActor } from '~~/server/access/actor'
import { consumeRateLimit, restoreRateLimit } from '~~/server/limits/rate-limit'
import { isSameSecret } from '~~/server/secrets/secrets'
import { settings } from '~~/server/settings'
import { clientAddress } from './client'

/**
 * Returns the operator if a bearer token is `ADMIN_TOKEN`; null if it is not, or if the setting is not set.
 * Throws `rate_limited` after too many wrong tokens from one IP address. Call it only for operations of
 * administrators.
 */
export async function operatorOf(event: H3Event, bearer: string): Promise<OperatorActor | null> {
  const { adminToken } = settings()
  if (adminToken === null) return null
  const address = clientAddress(event)
  // The attempt is counted before the comparison, so that concurrent guesses get no more attempts than
  // consecutive ones.
  await consumeRateLimit('wrongAdminToken', address)
  if (!isSameSecret(bearer, adminToken)) return null
  await restoreRateLimit('wrongAdminToken', address)
  return operator
}
