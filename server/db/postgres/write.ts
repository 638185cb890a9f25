import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import type pg from 'pg'
import { metrics, registerGauge } from '../../metrics'
import type { Db } from '../engine'
import { UnavailableError } from '~~/server/errors/unavailable'
import {
  assertNotEnded,
  assertNotNested,
  newWrite,
  runAfterCommit,
  runCallback,
  type Write,
  type WriteLocks,
} from '../write'
import { acquireConnection, createDb, type Query } from './connections'
import { codeOf, isConflict, isConnectionError, toUnavailable } from './errors'

/**
 * The number of writes of a node that run at the same time. The pool has further connections for other
 * queries.
 */
const MAX_WRITES = 8
/**
 * The maximum number of attempts to run a write that conflicts with concurrent writes. The last attempt runs
 * alone.
 */
const MAX_ATTEMPTS = 4
/** The maximum pause before the second attempt, in milliseconds. Each later pause may be longer. */
const PAUSE_MS = 10
/**
 * If the database does not respond, a transaction that has waited longer than this time (in milliseconds) for
 * other transactions fails. The sum of this time and the timeouts of connections and queries is below 10
 * seconds, the time within which a request must get a 503 response if the database does not respond.
 */
const MAX_WAIT_MS = 4000
/** The advisory lock that every write holds: shared, or exclusive if the write runs alone. */
const WRITE_LOCK = 7_203_311_001

// BEGIN and the statement that takes the lock are sent as one message. Each later statement sees all changes
// that were committed before the statement began.
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED'
const BEGIN_ALONE = `${BEGIN}; SELECT pg_advisory_xact_lock(${WRITE_LOCK})`
const BEGIN_SHARED = `${BEGIN}; SELECT pg_advisory_xact_lock_shared(${WRITE_LOCK})`
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'

/** The error code of a statement that is sent after another statement of its transaction has failed. */
const TRANSACTION_ABORTED = '25P02'

/**
 * {@link Write} on PostgreSQL. Each callback runs in a READ COMMITTED transaction that first takes advisory
 * locks, which apply to all nodes: by default the callback runs alone. A callback that calls a function of
 * locks.ts runs at the same time as callbacks that take other locks. If two callbacks wait for each other,
 * PostgreSQL ends one of them, and it is run again. Throws UnavailableError if the database server does not
 * respond. If this happens during the commit, the change may have been committed.
 *
 * SERIALIZABLE transactions were measured instead: most of them conflict, because ids are in the order of
 * time and new rows share the index pages that PostgreSQL locks, so that they have to run one after another
 * (docs/performance.md).
 */
export function createLockingWrite(pool: pg.Pool): Write<Db> {
  const runLimited = createLimit()
  return async function write<T>(run: (tx: Db) => Promise<T>): Promise<T> {
    assertNotNested()
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === MAX_ATTEMPTS
      try {
        return await runLimited(() => runTransaction(pool, run, isLast))
      } catch (error) {
        if (isLast || !isConflict(error, attempt)) throw error
      }
      metrics.writeRetry()
      await pause(Math.random() * PAUSE_MS * attempt)
    }
  }
}

/**
 * Returns a function that runs a limited number of transactions at the same time. If the database server did
 * not respond to a transaction, the transactions that have waited longer than `MAX_WAIT_MS` fail with the
 * same error, because they would have to wait as long again.
 */
function createLimit() {
  const limit = pLimit(MAX_WRITES)
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
  const transaction = new Transaction(client)
  const { session, db } = sessionOf(client)
  session.current = transaction
  const write = newWrite(transaction)
  let mustClose = false
  try {
    if (alone) transaction.begin(BEGIN_ALONE)
    const result = await runCallback(
      write,
      () => run(db),
      () => transaction.commit(),
    )
    runAfterCommit(write)
    return result
  } catch (caught) {
    const error = transaction.causeOf(caught)
    mustClose = isConnectionError(error) || !(await rollBack(client))
    throw toUnavailable(error)
  } finally {
    session.current = null
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

/**
 * A transaction on a connection that sends statements without waiting for earlier ones. It begins with its
 * first statement. It runs alone, unless `share` was called before.
 */
class Transaction implements WriteLocks {
  #client: pg.PoolClient
  #begun = false
  #alone = false
  /** The first error of the transaction. Later statements fail because of it. */
  #failure: unknown = null

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  begin(statement: string): void {
    if (this.#begun) return
    this.#begun = true
    this.#alone = statement === BEGIN_ALONE
    void this.#send({ text: statement }).catch(() => {})
  }

  share(): void {
    this.begin(BEGIN_SHARED)
  }

  async take(name: string): Promise<void> {
    this.share()
    if (!this.#alone) await this.#send({ text: LOCK, name: 'lock' }, [name])
  }

  query: Query = (config, values) => {
    this.begin(BEGIN_ALONE)
    return this.#send(config, values)
  }

  /** Commits the transaction. Throws if a statement has failed, since PostgreSQL then rolls it back. */
  async commit(): Promise<void> {
    if (!this.#begun) return
    const { command } = await this.#send({ text: 'COMMIT' })
    if (command !== 'COMMIT') throw this.#failure ?? new Error('The transaction was rolled back.')
  }

  /**
   * Returns the error that made the transaction fail if the given error only follows from that error.
   * Otherwise returns the given error.
   */
  causeOf(error: unknown): unknown {
    return codeOf(error) === TRANSACTION_ABORTED ? (this.#failure ?? error) : error
  }

  #send: Query = async (config, values) => {
    try {
      return await this.#client.query(config, values)
    } catch (error) {
      this.#failure ??= error
      throw error
    }
  }
}

/**
 * A connection with its Drizzle handle. The handle is reused, so that each statement is prepared only once
 * per connection.
 */
interface Session {
  session: { current: Transaction | null }
  db: Db
}

const sessions = new WeakMap<pg.PoolClient, Session>()

function sessionOf(client: pg.PoolClient): Session {
  const known = sessions.get(client)
  if (known) return known
  const session: Session['session'] = { current: null }
  const query: Query = async (config, values) => {
    assertNotEnded()
    if (!session.current) throw new Error('A statement was called after the end of its write.')
    return session.current.query(config, values)
  }
  const created = { session, db: createDb({ query }) }
  sessions.set(client, created)
  return created
}
