import type Database from 'better-sqlite3'
import { log } from '~~/server/process/log'
import { metrics, registerGauge } from '../../metrics'
import { assertNotNested, callBack, runClosure, type Write } from '../write'

/**
 * The largest number of closures that share a commit, so that the first of many does not wait for all others.
 */
const MAX_BATCH = 200

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve))

interface Job<Tx> {
  run: (tx: Tx) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/**
 * {@link Write} on SQLite by group commit: closures queue up and run one after another, in call order, inside
 * one `BEGIN IMMEDIATE … COMMIT`, each in its own savepoint. One disk sync makes them all durable, then all
 * promises resolve. A closure that throws is rolled back alone; a failed commit rejects the whole batch.
 * Since they run one after another, they are serializable; each closure runs exactly once. `endReads` ends
 * the transactions of readers, so that they see the committed changes.
 */
export function createGroupCommit<Tx>(connection: Database.Database, tx: Tx, endReads = () => {}): Write<Tx> {
  const begin = connection.prepare('BEGIN IMMEDIATE')
  const commit = connection.prepare('COMMIT')
  const rollback = connection.prepare('ROLLBACK')
  const savepoint = connection.prepare('SAVEPOINT closure')
  const release = connection.prepare('RELEASE closure')
  const undo = connection.prepare('ROLLBACK TO closure')

  const queue: Job<Tx>[] = []
  let draining = false
  registerGauge('writeQueue', () => queue.length)

  /**
   * Runs one closure in its savepoint. Returns a function that settles its promise after the commit. Throws
   * only if the whole transaction was rolled back.
   */
  async function runOne(job: Job<Tx>): Promise<() => void> {
    savepoint.run()
    const callbacks: (() => void)[] = []
    try {
      const value = await runClosure(callbacks, () => job.run(tx))
      release.run()
      return () => {
        job.resolve(value)
        callBack(callbacks)
      }
    } catch (error) {
      // On a full disk or an I/O error SQLite rolls the whole transaction back by itself.
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
      // A failed rollback left its transaction open.
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
   * Waits until requests that have already arrived are in the queue, since a commit takes longer than many
   * closures: each turn of the event loop reads some of them.
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
      queue.push({ run, resolve: resolve as (value: unknown) => void, reject })
      if (!draining) void drain()
    })
  }
}
