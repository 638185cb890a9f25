import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lte } from 'drizzle-orm'
import { httpHints } from '#shared/contract/kit/errors'
import { limits } from '#shared/contract/kit/limits'
import { AppError, invalid } from '#shared/errors'
import { lockNothing, write, writeUnguarded, type Db } from '~~/server/db'
import { idempotency } from '~~/server/db/schema'
import { log } from '~~/server/process/log'
import { encrypt, sha256, decrypt } from '~~/server/secrets/secrets'

interface Lease {
  id: string
  lease: string
}

interface RunningCall extends Lease {
  stored: boolean
  /** The workspace in which the call checked the last permission; null before the first check. */
  workspaceId: string | null
}

const running = new AsyncLocalStorage<RunningCall>()

/** Records the workspace in which a call acts. A retry of the call gets its result only with access to it. */
export function recordWorkspace(workspaceId: string): void {
  const call = running.getStore()
  if (call) call.workspaceId = workspaceId
}

export interface IdempotentCall {
  /**
   * The id of the caller's token, or of the person. Different callers may use the same key for different
   * calls.
   */
  callerId: string
  /** The HTTP method and the path. The path contains ids, not placeholders. */
  operation: string
  /** The Idempotency-Key as the caller sent it. */
  key: string
  /** The request body before validation. */
  body: unknown
  /** Throws if the caller may no longer do the call in a workspace. Called before a result is repeated. */
  requireAccess: (workspaceId: string) => void
}

/**
 * Runs an effect at most once for a caller, operation and key (draft-ietf-httpapi-idempotency-key-header).
 * Stores the first result for 24 hours, encrypted, in the transaction of the effect; a retry with the same
 * body gets this result, if the caller still has access to the workspace of the call. A failed call releases
 * the key. Throws `invalid_request` for a key that is empty or too long, `idempotency_key_reuse` for a
 * different body, and `idempotency_in_progress` while the first call runs. If the server is killed during a
 * call, the key is released after a minute.
 */
export async function withIdempotency<T>(
  call: IdempotentCall,
  run: () => Promise<T>,
): Promise<{ replayed: boolean; result: T }> {
  assertKey(call.key)
  const id = sha256([call.callerId, call.operation, call.key].join('\n'))
  const requestHash = hashOf(call.body)
  const lease = randomUUID()
  const earlier = await acquire(id, requestHash, lease)
  if (earlier !== null) {
    if (earlier.workspaceId !== null) call.requireAccess(earlier.workspaceId)
    return { replayed: true, result: JSON.parse(decrypt('idempotency', earlier.result)) as T }
  }
  const held: RunningCall = { id, lease, stored: false, workspaceId: null }
  const renewal = renewLease(held)
  try {
    const result = await running.run(held, run)
    // If the call changed nothing, such as the second completion of an upload, no transaction ran, so the
    // result is not stored yet.
    if (!held.stored)
      await writeUnguarded(tx => {
        lockNothing()
        return store(tx, held, result)
      })
    return { replayed: false, result }
  } catch (error) {
    // If this release fails too, other calls can use the key only after its lease expires.
    await release(held).catch((failure: unknown) =>
      log.warn('an idempotency key was not released', { error: failure }),
    )
    throw error
  } finally {
    clearInterval(renewal)
  }
}

const isHeld = ({ id, lease }: Lease) =>
  and(eq(idempotency.id, id), eq(idempotency.lease, lease), isNull(idempotency.result))

const release = (held: Lease) =>
  writeUnguarded(async tx => {
    lockNothing()
    await tx.delete(idempotency).where(isHeld(held))
  })

/**
 * Renews the lease of a key at intervals, until the caller clears the returned timer. This is needed because
 * a call may take longer than a lease, for example if it completes a large video.
 */
function renewLease(held: Lease): NodeJS.Timeout {
  const renew = () =>
    writeUnguarded(async tx => {
      lockNothing()
      await tx
        .update(idempotency)
        .set({ expiresAt: Date.now() + limits.idempotencyLeaseMs })
        .where(isHeld(held))
    }).catch((error: unknown) => log.warn('the lease of an idempotency key was not renewed', { error }))
  return setInterval(() => void renew(), limits.idempotencyLeaseMs / 3).unref()
}

function assertKey(key: string): void {
  if (key === '' || key.length > limits.idempotencyKey)
    throw invalid(
      'Idempotency-Key',
      `The Idempotency-Key header must have 1 to ${limits.idempotencyKey} characters.`,
      'Use a random key such as a UUID, or leave the header out.',
    )
}

/**
 * Runs a transaction. Returns its value, which is the result of the API call. If the call has an idempotency
 * key, stores the result in the same transaction. Every idempotent operation ends with exactly one call of
 * this function.
 */
export async function writeIdempotent<T>(run: (tx: Db) => Promise<T>): Promise<T> {
  const held = running.getStore()
  const result = await write(async tx => {
    const value = await run(tx)
    if (held) await store(tx, held, value)
    return value
  })
  if (held) held.stored = true
  return result
}

/** The encrypted result of a call, and its workspace; null for records of earlier versions. */
interface StoredResult {
  result: string
  workspaceId: string | null
}

/** Acquires the key for this call. Returns the stored result of an earlier call with the key, or null. */
async function acquire(id: string, requestHash: string, lease: string): Promise<StoredResult | null> {
  const now = Date.now()
  return writeUnguarded(async tx => {
    // No lock is needed: if two calls have the same key, the insertion of the second call waits until the
    // transaction of the first call ends.
    lockNothing()
    await tx.delete(idempotency).where(and(eq(idempotency.id, id), lte(idempotency.expiresAt, now)))
    const [mine] = await tx
      .insert(idempotency)
      .values({ id, requestHash, lease, expiresAt: now + limits.idempotencyLeaseMs })
      .onConflictDoNothing()
      .returning()
    if (mine) return null
    const [other] = await tx.select().from(idempotency).where(eq(idempotency.id, id))
    if (other && other.requestHash !== requestHash)
      throw new AppError('idempotency_key_reuse', { field: 'Idempotency-Key' })
    if (!other?.result) throw new AppError('idempotency_in_progress', { field: 'Idempotency-Key' })
    return { result: other.result, workspaceId: other.workspaceId }
  })
}

async function store(tx: Db, held: RunningCall, value: unknown): Promise<void> {
  const stored = await tx
    .update(idempotency)
    .set({
      result: encrypt('idempotency', JSON.stringify(value)),
      workspaceId: held.workspaceId,
      expiresAt: Date.now() + limits.idempotencyLifetimeMs,
    })
    .where(isHeld(held))
    .returning({ id: idempotency.id })
  // If no row was updated, the lease has expired and another call has acquired the key. The error rolls back
  // the changes of this call.
  if (stored.length === 0) throw new AppError('idempotency_in_progress', { field: 'Idempotency-Key' })
}

/**
 * Returns the SHA-256 of a request body, independent of the order of the object keys. Throws `bad_request` if
 * the body is nested too deeply.
 */
function hashOf(body: unknown): string {
  try {
    return sha256(JSON.stringify(body, sortedKeys) ?? '')
  } catch (error) {
    throw new AppError('bad_request', {
      message: 'The body is nested too deeply.',
      hint: `Send no other fields. ${httpHints.fields}`,
      cause: error,
    })
  }
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
