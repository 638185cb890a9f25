import { AsyncLocalStorage } from 'node:async_hooks'
import { log } from '~~/server/process/log'

/**
 * Changes the database: runs a callback in a transaction and resolves with its result after the commit.
 *
 * Guarantees of every database (tests/support/data/write/write-suite.ts tests each database):
 *
 * - Serializable: the outcome is as if all callbacks had run one after another, in some order. A callback may
 *   check a condition and then change data without locks: no lost update, no write skew, no phantom row. A
 *   callback that calls a function of locks.ts limits this guarantee to the data that it locks, so that other
 *   writes can run at the same time.
 * - Isolated: a callback sees its own changes through `tx`. Other callbacks see them only after the commit.
 * - Atomic: if a callback throws, all its changes are rolled back and `write` rejects with that error. Other
 *   writes are not affected.
 * - Durable: when `write` resolves, the change survives a power loss.
 *
 * Rules for callbacks:
 *
 * - A callback reads and changes data only through `tx`, and awaits nothing else: other writes wait for it.
 * - A callback has no side effects except through `tx` and {@link afterCommit}: after a deadlock with another
 *   transaction, the callback may be rolled back and run again.
 * - A callback does not call `write`. The inner write would wait for the outer one, so it throws.
 * - The statements of a callback run in the order in which they are called, whether they are awaited or not.
 *   On PostgreSQL, each `await` costs a round trip: statements that do not need each other's results are
 *   called together, with `Promise.all` or {@link withCommit}.
 */
export type Write<Tx> = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>

/** The state of a write while its callback runs. */
export interface RunningWrite {
  afterCommit: (() => void)[]
  withCommit: Promise<unknown>[]
  /** The locks of the write; null if the database runs one write at a time. */
  locks: WriteLocks | null
  /** Whether the callback has resolved or thrown. */
  isEnded: boolean
}

/** Takes the locks of a write. See locks.ts. */
export interface WriteLocks {
  /** Lets other writes run at the same time. Does nothing after the first statement of the write. */
  share: () => void
  /** Takes the lock of a name until the end of the write. */
  take: (name: string) => Promise<unknown>
}

const running = new AsyncLocalStorage<RunningWrite>()

/** Returns the write that runs in this asynchronous context; undefined outside of a write. */
export const currentWrite = (): RunningWrite | undefined => running.getStore()

/**
 * Registers a function that is called after the changes of the current write are durable and before `write`
 * resolves. It is not called if the write fails. The function must not throw. Throws if it is called outside
 * of a write.
 */
export function afterCommit(run: () => void): void {
  writeOf('afterCommit').afterCommit.push(run)
}

/**
 * Sends a statement together with the commit of the current write: the callback does not wait for its result.
 * If the statement fails, the write fails with its error. Throws if it is called outside of a write.
 */
export function withCommit(statement: PromiseLike<unknown>): void {
  // Calling `then` sends the Drizzle query immediately, so that it runs before statements that are called
  // later.
  const sent = Promise.resolve(statement.then(() => {}))
  // Prevents an unhandled rejection: if the callback throws, no other code handles the error of the
  // statement.
  sent.catch(() => {})
  writeOf('withCommit').withCommit.push(sent)
}

function writeOf(name: string): RunningWrite {
  const write = running.getStore()
  if (!write) throw new Error(`${name} was called outside a write.`)
  return write
}

/**
 * Runs the callback of a write, and waits until the statements of {@link withCommit} were run. `commit` sends
 * the commit after them, without waiting for their results. Only implementations of {@link Write} call this
 * function.
 */
export async function runCallback<T>(
  write: RunningWrite,
  callback: () => Promise<T>,
  commit: () => Promise<void> = async () => {},
): Promise<T> {
  const result = await running.run(write, callback).finally(() => {
    write.isEnded = true
  })
  const committed = commit()
  // If a statement failed, its error is thrown. The error of the commit is only a consequence of it.
  committed.catch(() => {})
  await Promise.all(write.withCommit)
  await committed
  return result
}

/** Returns the state of a write that is about to run, with the given locks. */
export const newWrite = (locks: WriteLocks | null): RunningWrite => ({
  afterCommit: [],
  withCommit: [],
  locks,
  isEnded: false,
})

/**
 * Calls the {@link afterCommit} functions of a committed write. Only implementations of {@link Write} call
 * this function. An error of an {@link afterCommit} function is only logged, because the change is already
 * durable and the other functions must be called too.
 */
export function runAfterCommit({ afterCommit: functions }: RunningWrite): void {
  for (const run of functions)
    try {
      run()
    } catch (error) {
      log.error('a function after a commit failed', { error })
    }
}

/**
 * Throws if the write of this asynchronous context has ended. Only implementations of {@link Write} call this
 * function, before each statement: if one of several concurrent functions of a callback throws, the other
 * functions continue, and their statements would no longer belong to the transaction.
 */
export function assertNotEnded(): void {
  if (running.getStore()?.isEnded) throw new Error('A statement was called after the end of its write.')
}

/** Throws if it is called inside a write. Only implementations of {@link Write} call this function. */
export function assertNotNested(): void {
  if (running.getStore()) throw new Error('A write inside a write would wait for itself: use its tx.')
}
