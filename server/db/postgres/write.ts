import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import type pg from 'pg'
import { metrics, registerGauge } from '../../metrics'
import type { Db } from '../engine'
import { UnavailableError } from '~~/server/errors/unavailable'
import { assertNotNested, callBack, runClosure, type Write } from '../write'
import { createDb, acquireConnection } from './connections'
import { isConflict, isConnectionError, toUnavailable } from './errors'

/** The number of attempts while other transactions may run. After these, one last attempt runs alone. */
const MAX_ATTEMPTS = 8
/**
 * The longest pause before the second attempt, in milliseconds. The limit is doubled for each further
 * attempt.
 */
const FIRST_PAUSE_MS = 4
/**
 * The time that a transaction may wait for others. The sum of this time and the timeouts of connections and
 * queries is below 10 seconds, the time within which a request must get a 503 response if the database does
 * not respond.
 */
const MAX_WAIT_MS = 4000
/** The advisory lock that every write holds. It is shared, but exclusive in the last attempt of a write. */
const WRITE_LOCK = 7_203_311_001

const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE'
// Both statements are one message, so that taking the lock needs no further round trip.
const BEGIN_SHARED = `${BEGIN}; SELECT pg_advisory_xact_lock_shared(${WRITE_LOCK})`

/**
 * {@link Write} on PostgreSQL. Each callback runs in a SERIALIZABLE transaction, and the transactions of one
 * node run one after another. After a conflict with a transaction of another node, the transaction is rolled
 * back and the callback is run again. (Most concurrent transactions conflict: ids are in the order of time,
 * so new rows share the index pages that PostgreSQL locks. docs/performance.md has the measurement.) After 8
 * attempts a transaction runs alone: no node runs another write at the same time, so there is no conflict.
 * Throws UnavailableError if the database server does not respond. If this happens during the commit, the
 * change may have been committed.
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
 * Returns a function that runs transactions one after another. If the database server did not respond to a
 * transaction, the next ones fail with the same error if they have waited longer than `MAX_WAIT_MS`, because
 * they would wait as long again.
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
  // The last attempt closes its connection, which rolls back an open transaction and releases the exclusive
  // lock.
  let mustClose = alone
  try {
    // The lock is taken before the transaction begins, because the snapshot of the transaction must be taken
    // after the end of the other writes.
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

/** Rolls back the transaction of a connection. Returns whether the connection can be used again. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
}

/** The Drizzle handle of each connection. Reusing the handle prepares each statement once per connection. */
const handles = new WeakMap<pg.PoolClient, Db>()

function dbOf(client: pg.PoolClient): Db {
  const known = handles.get(client)
  if (known) return known
  const created = createDb(client)
  handles.set(client, created)
  return created
}
