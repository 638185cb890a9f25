import { AsyncLocalStorage } from 'node:async_hooks'
import { log } from '../process/log'
import { isOutOfSpace } from '../errors/out-of-space'
import { runExclusive as runExclusiveHere } from '../process/mutex'
import type { DatabaseAddress } from './dialect'
import type { Db, Migrations, OpenDatabase } from './engine'
import { openSqlite } from './sqlite/open'
import type { Write } from './write'

export type { Db } from './engine'
export { afterCommit } from './write'

/* eslint-disable import/no-mutable-exports -- live bindings, set once at start, which every verb imports */
/** Reads, on a connection that cannot write. Set once by {@link startDatabase}. */
export let db: Db
/** Changes the database: see {@link Write}. Inside {@link withWriteGuard} it passes the guard. */
export let write: Write<Db>
/** Like {@link write} without the guard: for the server's own rows, such as idempotency records. */
export let writeUnguarded: Write<Db>
/* eslint-enable import/no-mutable-exports */
let opened: OpenDatabase | undefined

/** Wraps a write: receives its transaction and the change. If the guard throws, the change is rolled back. */
export type WriteGuard = <T>(tx: Db, change: () => Promise<T>) => Promise<T>

const guards = new AsyncLocalStorage<WriteGuard>()

/** Runs a request in which every {@link write} passes the guard, inside the transaction of that write. */
export function withWriteGuard<T>(guard: WriteGuard, run: () => Promise<T>): Promise<T> {
  return guards.run(guard, run)
}

/**
 * Wraps a write in the guard of the request. The guard is read when `write` is called: the closure itself may
 * run in the context of another request.
 */
function guarded(original: Write<Db>): Write<Db> {
  return run => {
    const guard = guards.getStore()
    return guard ? original(tx => guard(tx, () => run(tx))) : original(run)
  }
}

/** Opens the database of this process and applies migrations. */
export async function startDatabase(address: DatabaseAddress, migrations: Migrations): Promise<void> {
  opened = await open(address, migrations)
  db = opened.db
  writeUnguarded = opened.write
  write = guarded(opened.write)
  await opened.reserve.allocate()
}

async function open(address: DatabaseAddress, migrations: Migrations): Promise<OpenDatabase> {
  if (address.dialect === 'sqlite') return openSqlite(address.file, migrations, log.warn)
  const { openPostgres } = await import('./postgres/open')
  return openPostgres(address.url, migrations, log.warn)
}

/**
 * Runs functions that share a name one at a time, in all processes that share the database. A call that
 * throws does not block the next.
 */
export function runExclusive<T>(name: string, run: () => Promise<T>): Promise<T> {
  return runExclusiveHere(name, () => database().runExclusive(name, run))
}

/** Returns the open database of this process. Throws before {@link startDatabase}. */
export function database(): OpenDatabase {
  if (!opened) throw new Error('database() was called before startDatabase()')
  return opened
}

/** Runs a write that only records a read. On a full disk it is skipped, so that the read succeeds. */
export async function writeIfSpace(run: (tx: Db) => Promise<unknown>): Promise<void> {
  await write(run).catch((error: unknown) => {
    if (!isOutOfSpace(error)) throw error
  })
}

/** Runs a write that removes rows. On a full disk it uses the reserved space. */
export async function writeRemoval<T>(run: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await write(run)
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
  }
  await opened?.reserve.release()
  try {
    return await write(run)
  } finally {
    await restoreReserve()
  }
}

/** Reserves the space for removals again after files were removed. */
export async function restoreReserve(): Promise<void> {
  await opened?.reserve.allocate()
}

/** Closes the database of this process. */
export async function stopDatabase(): Promise<void> {
  await opened?.close()
}
