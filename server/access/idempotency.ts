import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lte } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { write, writeUnguarded, type Db } from '~~/server/db'
import { idempotency } from '~~/server/db/schema'
import { seal, sha256, unseal } from './secrets'

interface Mark {
  id: string
  lease: string
}

const running = new AsyncLocalStorage<Mark & { answered: boolean }>()

export interface IdempotentCall {
  /** Token or user id: keys are a caller's own. */
  callerId: string
  /** Method and path with its ids. */
  operation: string
  key: string
  /** The parsed request body. */
  body: unknown
}

/**
 * Runs an effect at most once for a caller, operation and key (draft-ietf-httpapi-idempotency-key-header).
 * The first answer is kept for 24 hours, encrypted, in the transaction of the effect, and replayed to the
 * same body. A failure frees the key. Throws `idempotency_key_reuse` for another body,
 * `idempotency_in_progress` while the first call runs; the mark of a crashed call expires after a minute.
 */
export async function once<T>(
  call: IdempotentCall,
  run: () => Promise<T>,
): Promise<{ replayed: boolean; answer: T }> {
  const id = sha256([call.callerId, call.operation, call.key].join('\n'))
  const requestHash = hashOf(call.body)
  const lease = randomUUID()
  const earlier = await claim(id, requestHash, lease)
  if (earlier !== null) return { replayed: true, answer: JSON.parse(unseal('idempotency', earlier)) as T }
  const mark = { id, lease, answered: false }
  try {
    const answer = await running.run(mark, run)
    // A call that changed nothing (completing what is complete) had no transaction of its own.
    if (!mark.answered) await writeUnguarded(tx => keep(tx, mark, answer))
    return { replayed: false, answer }
  } catch (error) {
    await writeUnguarded(tx =>
      tx
        .delete(idempotency)
        .where(and(eq(idempotency.id, id), eq(idempotency.lease, lease), isNull(idempotency.answer))),
    )
    throw error
  }
}

/**
 * The write whose result is the answer of the call: with an idempotency key, the record is part of the same
 * transaction. Every idempotent verb ends in exactly one of these.
 */
export async function answer<T>(run: (tx: Db) => Promise<T>): Promise<T> {
  const mark = running.getStore()
  const result = await write(async tx => {
    const value = await run(tx)
    if (mark) await keep(tx, mark, value)
    return value
  })
  if (mark) mark.answered = true
  return result
}

async function claim(id: string, requestHash: string, lease: string): Promise<string | null> {
  const now = Date.now()
  return writeUnguarded(async tx => {
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
    if (!other?.answer) throw new AppError('idempotency_in_progress', { field: 'Idempotency-Key' })
    return other.answer
  })
}

async function keep(tx: Db, mark: Mark, value: unknown): Promise<void> {
  const kept = await tx
    .update(idempotency)
    .set({
      answer: seal('idempotency', JSON.stringify(value)),
      expiresAt: Date.now() + limits.idempotencyLifetimeMs,
    })
    .where(and(eq(idempotency.id, mark.id), eq(idempotency.lease, mark.lease)))
    .returning({ id: idempotency.id })
  // The lease ran out and another call took the key: its effect stands, not this one's.
  if (kept.length === 0) throw new AppError('idempotency_in_progress', { field: 'Idempotency-Key' })
}

/**
 * SHA-256 of a body, whatever the order of its keys. Throws `bad_request` for one that is nested too deep to
 * be written down.
 */
function hashOf(body: unknown): string {
  try {
    return sha256(JSON.stringify(body, sortedKeys) ?? '')
  } catch (error) {
    throw new AppError('bad_request', {
      message: 'The body is nested too deep.',
      hint: 'Send the fields of /openapi.json alone.',
      cause: error,
    })
  }
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
