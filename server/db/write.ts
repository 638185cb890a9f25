import { AsyncLocalStorage } from 'node:async_hooks'
import { log } from '~~/server/process/log'

/**
 * Changes the database: runs a closure in a transaction and resolves with its result after the commit.
 *
 * Guarantees of every database (tests/support/data/write-suite.ts runs on each):
 *
 * - Serializable: the outcome is as if closures had run one after another, in some order. A closure may check
 *   and then change without locks: no lost update, no write skew, no phantom row.
 * - Isolated: a closure sees its own changes through `tx`; no other closure does before the commit.
 * - Atomic: when a closure throws, all its changes are rolled back and `write` rejects with that error. Other
 *   closures are not affected.
 * - Durable: when `write` resolves, the change survives a power loss.
 *
 * Rules for closures:
 *
 * - It reads and changes data through `tx` alone, and awaits nothing else: others wait for it.
 * - It has no side effects except `tx` and {@link afterCommit}: after a conflict with another transaction, a
 *   database may roll it back and run it again.
 * - It calls no `write`, which would wait for itself: that throws.
 */
export type Write<Tx> = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>

/** The `afterCommit` callbacks of the closure that runs in this asynchronous context. */
const running = new AsyncLocalStorage<(() => void)[]>()

/**
 * Calls a function once the change of the running closure is durable and before `write` resolves; never if
 * the closure fails. The callback must not throw. Throws outside a write.
 */
export function afterCommit(callback: () => void): void {
  const callbacks = running.getStore()
  if (!callbacks) throw new Error('afterCommit was called outside a write.')
  callbacks.push(callback)
}

/** Runs a closure and collects its {@link afterCommit} callbacks: for implementations of {@link Write}. */
export function runClosure<T>(callbacks: (() => void)[], closure: () => Promise<T>): Promise<T> {
  return running.run(callbacks, closure)
}

/**
 * Calls the {@link afterCommit} callbacks of a committed closure: for implementations of {@link Write}. One
 * that throws is logged: the change is durable, and other writes wait for this one to end.
 */
export function callBack(callbacks: readonly (() => void)[]): void {
  for (const callback of callbacks)
    try {
      callback()
    } catch (error) {
      log.error('a callback after a write failed', { error })
    }
}

/** Throws if it is called inside a closure: for implementations of {@link Write}. */
export function assertNotNested(): void {
  if (running.getStore()) throw new Error('A write inside a write would wait for itself: use its tx.')
}
