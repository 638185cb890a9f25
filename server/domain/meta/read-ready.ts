import type { Output } from '#shared/contract'
import { httpHints, type UnreadyReason } from '#shared/contract/kit/errors'
import { AppError } from '#shared/errors'
import { SECOND } from '#shared/time'
import { database, db } from '~~/server/db'
import { workspace } from '~~/server/db/schema'
import { assertRedisConnected } from '~~/server/limits/rate-limit'
import { isDraining } from '~~/server/process/draining'
import { log } from '~~/server/process/log'
import { within } from '~~/server/process/within'
import { blobs } from '~~/server/storage/blobs'

/**
 * The minimum time between two checks of the services, in milliseconds. Requests within this time get the
 * last result.
 */
const CACHED_MS = 2 * SECOND
/** The time in milliseconds within which a service must respond to a check. */
const TIMEOUT_MS = 3 * SECOND

type Service = 'database' | Output<'readReady'>['degraded'][number]

let last: { at: number; unavailable: Promise<Service[]> } | undefined
let logged = ''

/**
 * Confirms that this process can serve requests: its database accepts writes, and it is not shutting down.
 * Throws `unavailable` with the reasons otherwise. `degraded` lists other services that do not respond.
 * Without the blob store, everything except evidence works, so a load balancer must not remove the node.
 * Migrations need no check, since they are applied before the first request.
 */
export async function readReady(): Promise<Output<'readReady'>> {
  if (isDraining()) throw notReady('draining')
  const unavailable = await unavailableServices()
  if (unavailable.includes('database')) throw notReady('database')
  return { ready: true, degraded: unavailable.filter(each => each !== 'database') }
}

const notReady = (reason: UnreadyReason) =>
  new AppError('unavailable', {
    message: `Not ready: ${reason}.`,
    hint: `Send requests to another node, or wait ${httpHints.retryAfter}.`,
    reasons: [reason],
    retryAfter: CACHED_MS / SECOND,
  })

/** Returns the services that did not respond to the last check, which is at most two seconds old. */
export function unavailableServices(): Promise<Service[]> {
  const now = performance.now()
  if (!last || now - last.at >= CACHED_MS) last = { at: now, unavailable: probe() }
  return last.unavailable
}

async function probe(): Promise<Service[]> {
  const failures = await Promise.all([
    failureOf('database', () => Promise.all([readSomething(), database().checkWritable()])),
    failureOf('blobs', () => blobs().check()),
    failureOf('redis', assertRedisConnected),
  ])
  const failed = failures.filter(each => each !== null)
  const unavailable = failed.map(each => each.service)
  // Health checks come every few seconds, so only a changed result is logged.
  if (unavailable.join() !== logged) {
    logged = unavailable.join()
    if (failed.length === 0) log.info('all services respond again')
    for (const { service, error } of failed) log.warn('a service does not respond', { service, error })
  }
  return unavailable
}

const readSomething = async () => db.select({ id: workspace.id }).from(workspace).limit(1)

async function failureOf(
  service: Service,
  check: () => Promise<unknown>,
): Promise<{ service: Service; error: unknown } | null> {
  try {
    await within(TIMEOUT_MS, check)
    return null
  } catch (error) {
    return { service, error }
  }
}
