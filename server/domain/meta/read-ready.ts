import { setTimeout as pause } from 'node:timers/promises'
import type { Output } from '#shared/contract'
import { httpHints, type UnreadyReason } from '#shared/contract/kit/errors'
import { AppError } from '#shared/errors'
import { SECOND } from '#shared/time'
import { database, db } from '~~/server/db'
import { workspace } from '~~/server/db/schema'
import { isDraining } from '~~/server/process/draining'
import { log } from '~~/server/process/log'
import { blobs } from '~~/server/storage/blobs'

/** The minimum time between two checks of the stores. Requests within this time get the last result. */
const CACHED_MS = 2 * SECOND
/** A store is not ready if it does not respond within this time. */
const TIMEOUT_MS = 3 * SECOND

let last: { at: number; reasons: Promise<UnreadyReason[]> } | undefined
let logged = ''

/**
 * Confirms that this process can serve requests: its database accepts writes, its blob store responds, and it
 * is not shutting down. Throws `unavailable` with the reasons otherwise. Migrations need no check, since they
 * are applied before the first request.
 */
export async function readReady(): Promise<Output<'readReady'>> {
  const reasons: UnreadyReason[] = isDraining() ? ['draining'] : await checkStores()
  if (reasons.length === 0) return { ready: true }
  throw new AppError('unavailable', {
    message: `Not ready: ${reasons.join(', ')}.`,
    hint: `Send requests to another node, or wait ${httpHints.retryAfter}.`,
    reasons,
    retryAfter: CACHED_MS / SECOND,
  })
}

function checkStores(): Promise<UnreadyReason[]> {
  const now = performance.now()
  if (!last || now - last.at >= CACHED_MS) last = { at: now, reasons: probe() }
  return last.reasons
}

async function probe(): Promise<UnreadyReason[]> {
  const failures = await Promise.all([
    failureOf('database', () => Promise.all([readSomething(), database().checkWritable()])),
    failureOf('blobs', () => blobs().check()),
  ])
  const failed = failures.filter(each => each !== null)
  const reasons = failed.map(each => each.reason)
  // Health checks come every few seconds, so only a changed result is logged.
  if (reasons.join() !== logged) {
    logged = reasons.join()
    if (failed.length === 0) log.info('ready again')
    for (const { reason, error } of failed) log.warn('not ready', { reason, error })
  }
  return reasons
}

const readSomething = async () => db.select({ id: workspace.id }).from(workspace).limit(1)

async function failureOf(
  reason: UnreadyReason,
  check: () => Promise<unknown>,
): Promise<{ reason: UnreadyReason; error: unknown } | null> {
  const ended = new AbortController()
  const timeout = pause(TIMEOUT_MS, null, { signal: ended.signal, ref: false }).then(() => {
    throw new Error(`no response within ${TIMEOUT_MS / SECOND} s`)
  })
  try {
    await Promise.race([check(), timeout])
    return null
  } catch (error) {
    return { reason, error }
  } finally {
    timeout.catch(() => {})
    ended.abort()
  }
}
