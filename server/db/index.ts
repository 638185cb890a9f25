import { AsyncLocalStorage } from 'node:async_hooks'
import { isOutOfSpace } from '../out-of-space'
import { openDatabase, type Db, type Migrations } from './open'
import { openReserve, type Reserve } from './disk-reserve'
import type { Write } from './writer'

export type { Db } from './open'
export { afterCommit } from './writer'

/* eslint-disable import/no-mutable-exports -- live bindings, set once at start: every verb reads them by name */
/** Reads, on a connection that cannot write. Set once by {@link startDatabase}. */
export let db: Db
/** The one way to change anything: see writer.ts. Inside {@link withWriteGuard} it passes the guard. */
export let write: Write<Db>
/**
 * Like {@link write}, but never guarded: for rows that the server keeps for itself, such as idempotency
 * records.
 */
export let writeUnguarded: Write<Db>
/* eslint-enable import/no-mutable-exports */
let close: () => void = () => {}
let reserve: Reserve | undefined

/** Surrounds a write: receives its transaction and the change; a throw rolls the change back. */
export type WriteGuard = <T>(tx: Db, change: () => Promise<T>) => Promise<T>

const guards = new AsyncLocalStorage<WriteGuard>()

/** Runs a request in which every {@link write} passes the guard, inside the transaction of that write. */
export function withWriteGuard<T>(guard: WriteGuard, run: () => Promise<T>): Promise<T> {
  return guards.run(guard, run)
}

/**
 * The guard is read when the write is requested: the writer runs closures in the context of another request.
 */
function guarded(original: Write<Db>): Write<Db> {
  return run => {
    const guard = guards.getStore()
    return guard ? original(tx => guard(tx, () => run(tx))) : original(run)
  }
}

/** Opens the database of this process and applies migrations. */
export async function startDatabase(file: string, migrations: Migrations): Promise<void> {
  const opened = await openDatabase(file, migrations)
  db = opened.db
  writeUnguarded = opened.write
  write = guarded(opened.write)
  close = opened.close
  reserve = openReserve(`${file}.reserve`)
  await reserve.keep()
}

/** A write that only tells of a read: at a full disk the read goes on without it. */
export async function writeIfRoom(run: (tx: Db) => Promise<unknown>): Promise<void> {
  await write(run).catch((error: unknown) => {
    if (!isOutOfSpace(error)) throw error
  })
}

/** A write that takes something away: at a full disk it may use the room set aside for it. */
export async function writeRemoval<T>(run: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await write(run)
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
  }
  await reserve?.release()
  try {
    return await write(run)
  } finally {
    await reserve?.keep()
  }
}

/** Sets the room for removals aside again, once there is some. */
export async function keepReserve(): Promise<void> {
  await reserve?.keep()
}

export function stopDatabase(): void {
  close()
}
