import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import type pg from 'pg'
import { metrics, registerGauge } from '../../metrics'
import type { Db } from '../engine'
import { UnavailableError } from '~~/server/errors/unavailable'
import { assertNotNested, callBack, runClosure, type Write } from '../write'
import { createDb, acquireConnection } from './connections'
import { isConflict, isConnectionError, toUnavailable } from './errors'

/** The number of attempts next to other transactions; one more attempt runs alone. */
const MAX_ATTEMPTS = 8
/** The longest pause before the second attempt, in milliseconds. It is doubled for each further attempt. */
const FIRST_PAUSE_MS = 4
/** Together with the time limits of a connection and of a query, below the 10 seconds of a 503. */
const MAX_WAIT_MS = 4000
/** The advisory lock that every write holds: shared, or exclusive in its last attempt. */
const WRITE_LOCK = 7_203_311_001

const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE'
// One message, so that the lock costs no second round trip.
const BEGIN_SHARED = `${BEGIN}; SELECT pg_advisory_xact_lock_shared(${WRITE_LOCK})`

/**
 * {@link Write} on PostgreSQL: each closure is a SERIALIZABLE transaction; transactions of one node run one
 * after another. It is rolled back and run again after a conflict with a transaction of another node. (Most
 * concurrent transactions conflict: ids are in the order of time, so that new rows share the pages of
 * indexes, which PostgreSQL locks. docs/performance.md has the measurement.) After 8 attempts it runs alone:
 * no write of any node runs at the same time, so that it cannot conflict. Throws UnavailableError if the
 * server does not respond. If that happens during the commit, the change may have been committed.
 */
export function createSerializableWrite(pool: pg.Pool): Write<Db> {
  const runQueued = createQueue()
  return async function write<T>(run: (tx: Db) => Promise<T>): Promise<T> {
    assertNotNested()
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt > MAX_ATTEMPTS
      try {
        return await runQueued(() => runTransaction(pool, run, isLast))
      } catch (error) {
        if (isLast || !isConflict(error, attempt)) throw error
      }
      metrics.writeRetry()
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** (attempt - 1))
    }
  }
}

/**
 * Returns a function that runs transactions one after another. A transaction that has waited for longer than
 * `MAX_WAIT_MS` for another that got no response fails with the same error: it would wait as long again.
 */
function createQueue() {
  const limit = pLimit(1)
  registerGauge('writeQueue', () => limit.pendingCount)
  let noResponse: UnavailableError | null = null
  return <T>(run: () => Promise<T>): Promise<T> => {
    const asked = performance.now()
    return limit(async () => {
      if (noResponse && performance.now() - asked > MAX_WAIT_MS) throw noResponse
      noResponse = null
      try {
        return await run()
      } catch (error) {
        if (error instanceof UnavailableError) noResponse = error
        throw error
      }
    })
  }
}

async function runTransaction<T>(pool: pg.Pool, run: (tx: Db) => Promise<T>, alone: boolean): Promise<T> {
  const client = await acquireConnection(pool)
  const callbacks: (() => void)[] = []
  // Closing a connection rolls back too, and releases its locks.
  let mustClose = alone
  try {
    // Outside of the transaction: its snapshot must be taken after the others have ended.
    if (alone) await client.query('SELECT pg_advisory_lock($1)', [WRITE_LOCK])
    await client.query(alone ? BEGIN : BEGIN_SHARED)
    const result = await runClosure(callbacks, () => run(dbOf(client)))
    await client.query('COMMIT')
    callBack(callbacks)
    return result
  } catch (error) {
    mustClose ||= isConnectionError(error) || !(await rollBack(client))
    throw toUnavailable(error)
  } finally {
    client.release(mustClose)
  }
}

/** Returns whether the connection can be used again. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
}

/** One drizzle handle for each connection, so that each statement is prepared once. */
const handles = new WeakMap<pg.PoolClient, Db>()

function dbOf(client: pg.PoolClient): Db {
  const known = handles.get(client)
  if (known) return known
  const created = createDb(client)
  handles.set(client, created)
  return created
}
