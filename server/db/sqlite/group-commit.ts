import { AsyncLocalStorage } from 'node:async_hooks'
import type Database from 'better-sqlite3'
import { log } from '~~/server/process/log'
import { metrics, registerGauge } from '../../metrics'
import { assertNotNested, newWrite, runAfterCommit, runCallback, type Write } from '../write'

/**
 * The maximum number of writes that share a commit. The limit prevents the first of many writes from waiting
 * for all others.
 */
const MAX_BATCH = 200

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve))

interface Job<Tx> {
  run: (tx: Tx) => Promise<unknown>
  /**
   * Runs a function in the asynchronous context in which `write` was called, such as the context of a
   * request.
   */
  inContext: <T>(run: () => T) => T
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/**
 * {@link Write} on SQLite by group commit. The callbacks of writes are queued, and run one after another in
 * call order inside one `BEGIN IMMEDIATE … COMMIT`, each in its own savepoint. One disk sync makes all their
 * changes durable; then all promises resolve. If a callback throws, only its own changes are rolled back. If
 * the commit fails, all writes of the batch are rejected. Callbacks never run at the same time, so they are
 * serializable; each callback runs exactly once. `endReads` ends the read transaction, so that later reads
 * see the committed changes.
 */
export function createGroupCommit<Tx>(connection: Database.Database, tx: Tx, endReads = () => {}): Write<Tx> {
  const begin = connection.prepare('BEGIN IMMEDIATE')
  const commit = connection.prepare('COMMIT')
  const rollback = connection.prepare('ROLLBACK')
  const savepoint = connection.prepare('SAVEPOINT callback')
  const release = connection.prepare('RELEASE callback')
  const undo = connection.prepare('ROLLBACK TO callback')

  const queue: Job<Tx>[] = []
  let draining = false
  registerGauge('writeQueue', () => queue.length)

  /**
   * Runs the callback of one write in its savepoint. Returns a function that settles the promise of the write
   * after the commit. Throws only if SQLite rolled back the whole transaction.
   */
  async function runOne(job: Job<Tx>): Promise<() => void> {
    savepoint.run()
    const write = newWrite(null)
    try {
      const value = await job.inContext(() => runCallback(write, () => job.run(tx)))
      release.run()
      return () => {
        job.resolve(value)
        job.inContext(() => runAfterCommit(write))
      }
    } catch (error) {
      // On a full disk or an I/O error, SQLite itself rolls back the whole transaction.
      if (!connection.inTransaction) throw error
      undo.run()
      release.run()
      return () => job.reject(error)
    }
  }

  async function runBatch(batch: Job<Tx>[]): Promise<void> {
    const settlers: (() => void)[] = []
    metrics.writeBatch(batch.length)
    try {
      // If the rollback of the last batch failed, its transaction is still open.
      if (connection.inTransaction) rollback.run()
      begin.run()
      for (const job of batch) settlers.push(await runOne(job))
      endReads()
      commit.run()
    } catch (error) {
      for (const job of batch) job.reject(error)
      try {
        if (connection.inTransaction) rollback.run()
      } catch (failure) {
        log.error('a write could not be rolled back; the next one tries again', { error: failure })
      }
      return
    }
    for (const settle of settlers) settle()
  }

  /**
   * Waits until the writes of requests that have already arrived are queued, so that they share a commit. A
   * commit takes longer than many callbacks, and in each turn of the event loop only some of the requests are
   * read.
   */
  async function gather(): Promise<void> {
    for (let before = -1; before < queue.length && queue.length < MAX_BATCH; await nextTurn())
      before = queue.length
  }

  async function drain(): Promise<void> {
    draining = true
    while (queue.length > 0) {
      await gather()
      await runBatch(queue.splice(0, MAX_BATCH))
    }
    draining = false
  }

  return async function write<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    assertNotNested()
    return new Promise<T>((resolve, reject) => {
      const inContext = AsyncLocalStorage.snapshot()
      queue.push({ run, inContext, resolve: resolve as (value: unknown) => void, reject })
      if (!draining) void drain()
    })
  }
}
