import { AsyncLocalStorage } from 'node:async_hooks'
import { log } from '~~/server/process/log'

/**
 * Changes the database: runs a callback in a transaction and resolves with its result after the commit.
 *
 * Guarantees of every database (tests/support/data/write-suite.ts tests each database):
 *
 * - Serializable: the outcome is as if all callbacks had run one after another, in some order. A callback may
 *   check a condition and then change data without locks: no lost update, no write skew, no phantom row.
 * - Isolated: a callback sees its own changes through `tx`. Other callbacks see them only after the commit.
 * - Atomic: if a callback throws, all its changes are rolled back and `write` rejects with that error. Other
 *   writes are not affected.
 * - Durable: when `write` resolves, the change survives a power loss.
 *
 * Rules for callbacks:
 *
 * - A callback reads and changes data only through `tx`, and awaits nothing else: other writes wait for it.
 * - A callback has no side effects except through `tx` and {@link afterCommit}: after a conflict with another
 *   transaction, a database may roll it back and run it again.
 * - A callback does not call `write`. The inner write would wait for the outer one, so it throws.
 */
export type Write<Tx> = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>

/** The {@link afterCommit} functions of the write that runs in this asynchronous context. */
const running = new AsyncLocalStorage<(() => void)[]>()

/**
 * Registers a function that is called once the changes of the current write are durable, before `write`
 * resolves. It is not called if the write fails. The function must not throw. Throws if it is called outside
 * of a write.
 */
export function afterCommit(callback: () => void): void {
  const callbacks = running.getStore()
  if (!callbacks) throw new Error('afterCommit was called outside a write.')
  callbacks.push(callback)
}

/**
 * Runs the callback of a write and collects its {@link afterCommit} functions. Only implementations of
 * {@link Write} call this function.
 */
export function runClosure<T>(callbacks: (() => void)[], closure: () => Promise<T>): Promise<T> {
  return running.run(callbacks, closure)
}

/**
 * Calls the {@link afterCommit} functions of a committed write. Only implementations of {@link Write} call
 * this function. An error of an {@link afterCommit} function is only logged, because the change is already
 * durable and the other functions must be called too.
 */
export function callBack(callbacks: readonly (() => void)[]): void {
  for (const callback of callbacks)
    try {
      callback()
    } catch (error) {
      log.error('a callback after a write failed', { error })
    }
}

/** Throws if it is called inside a write. Only implementations of {@link Write} call this function. */
export function assertNotNested(): void {
  if (running.getStore()) throw new Error('A write inside a write would wait for itself: use its tx.')
}
