import { AsyncLocalStorage } from 'node:async_hooks'
import type Database from 'better-sqlite3'

/** At most this many closures share one commit, so that the first of a burst is not held up by the last. */
const BATCH = 200

interface Job<Tx> {
  run: (tx: Tx) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/** What waits for the running closure's commit. */
const inside = new AsyncLocalStorage<(() => void)[]>()

/**
 * Calls back once the running closure's change is durable; never when it fails. The callback may not throw.
 */
export function afterCommit(callback: () => void): void {
  const waiting = inside.getStore()
  if (!waiting) throw new Error('afterCommit belongs inside a write.')
  waiting.push(callback)
}

/** Runs a closure inside the writer's transaction and answers after its commit. */
export type Write<Tx> = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * The one way to change the database: group commit. Closures queue up and run one after another inside a
 * single `BEGIN IMMEDIATE … COMMIT`, each in its own savepoint, and are answered after the commit: durable,
 * one sync for many. A failed closure rolls back alone; a failed commit fails all of its batch. Order is
 * kept. Nothing but `tx` may be awaited inside a closure; a nested write would wait for itself and throws.
 */
export function createWriter<Tx>(connection: Database.Database, tx: Tx): Write<Tx> {
  const begin = connection.prepare('BEGIN IMMEDIATE')
  const commit = connection.prepare('COMMIT')
  const rollback = connection.prepare('ROLLBACK')
  const savepoint = connection.prepare('SAVEPOINT closure')
  const release = connection.prepare('RELEASE closure')
  const undo = connection.prepare('ROLLBACK TO closure')

  const queue: Job<Tx>[] = []
  let draining = false

  /** Runs one closure in its savepoint. Throws only when the whole transaction is lost. */
  async function runOne(job: Job<Tx>): Promise<() => void> {
    savepoint.run()
    const waiting: (() => void)[] = []
    try {
      const value = await inside.run(waiting, () => job.run(tx))
      release.run()
      return () => {
        job.resolve(value)
        for (const callback of waiting) callback()
      }
    } catch (error) {
      // SQLite itself may have rolled everything back (full disk, I/O error): then nobody's change stands.
      if (!connection.inTransaction) throw error
      undo.run()
      release.run()
      return () => job.reject(error)
    }
  }

  async function runBatch(batch: Job<Tx>[]): Promise<void> {
    const answers: (() => void)[] = []
    try {
      begin.run()
      for (const job of batch) answers.push(await runOne(job))
      commit.run()
    } catch (error) {
      if (connection.inTransaction) rollback.run()
      for (const job of batch) job.reject(error)
      return
    }
    for (const answer of answers) answer()
  }

  async function drain(): Promise<void> {
    draining = true
    // Let callers of this turn of the loop join the first batch.
    await Promise.resolve()
    while (queue.length > 0) await runBatch(queue.splice(0, BATCH))
    draining = false
  }

  return function write<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    if (inside.getStore())
      return Promise.reject(new Error('A write inside a write would wait for itself: use its tx.'))
    return new Promise<T>((resolve, reject) => {
      queue.push({ run, resolve: resolve as (value: unknown) => void, reject })
      if (!draining) void drain()
    })
  }
}
