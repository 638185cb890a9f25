import { AsyncLocalStorage } from 'node:async_hooks'
import { log } from '../process/log'
import { isOutOfSpace } from '../errors/out-of-space'
import { runExclusiveHere } from '../process/mutex'
import type { DatabaseAddress } from '../settings/dialect'
import type { Db, Migrations, OpenDatabase } from './engine'
import { openSqlite } from './sqlite/open'
import type { Write } from './write'

export type { Db } from './engine'
export { lock, lockNothing, lockWorkspaceOf } from './locks'
export { afterCommit, currentWrite, withCommit, type RunningWrite } from './write'

/* eslint-disable import/no-mutable-exports -- live bindings, set once at start and imported everywhere */
/** Reads from the database, on a connection that cannot write. Set once by {@link startDatabase}. */
export let db: Db
/** Changes the database: see {@link Write}. Inside {@link withWriteGuard}, the guard wraps each write. */
export let write: Write<Db>
/**
 * Changes the database like {@link write}, but without the guard. Only for rows that the server itself needs,
 * such as idempotency records.
 */
export let writeUnguarded: Write<Db>
/* eslint-enable import/no-mutable-exports */
let opened: OpenDatabase | undefined

/**
 * Wraps the callback of a write. A guard receives a function that makes the change. If the guard throws, the
 * change is rolled back.
 */
export type WriteGuard = <T>(change: () => Promise<T>) => Promise<T>

const guards = new AsyncLocalStorage<WriteGuard>()

/**
 * Runs a request. The guard wraps every {@link write} of the request, inside the transaction of the write.
 */
export function withWriteGuard<T>(guard: WriteGuard, run: () => Promise<T>): Promise<T> {
  return guards.run(guard, run)
}

/** Wraps each write in the guard of the current request. */
function guarded(original: Write<Db>): Write<Db> {
  return run => {
    const guard = guards.getStore()
    return guard ? original(tx => guard(() => run(tx))) : original(run)
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
 * Runs functions with the same name one after another, in all processes that share the database. If a
 * function throws, the next one still runs.
 */
export function runExclusive<T>(name: string, run: () => Promise<T>): Promise<T> {
  return runExclusiveHere(name, () => database().runExclusive(name, run))
}

/** Returns the open database of this process. Throws before {@link startDatabase}. */
export function database(): OpenDatabase {
  if (!opened) throw new Error('database() was called before startDatabase()')
  return opened
}

/**
 * Runs a write that only records that data was read. On a full disk the write is skipped, so that the read
 * does not fail.
 */
export async function writeIfSpace(run: (tx: Db) => Promise<unknown>): Promise<void> {
  await write(run).catch((error: unknown) => {
    if (!isOutOfSpace(error)) throw error
  })
}

/** Runs a write that deletes rows. On a full disk the write uses the reserved space. */
export async function writeRemoval<T>(run: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await write(run)
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
  }
  return database().reserve.use(() => write(run))
}

/** Allocates the reserved space again. Call this after files were deleted, so that there is free space. */
export async function restoreReserve(): Promise<void> {
  await opened?.reserve.allocate()
}

/** Closes the database of this process. */
export async function stopDatabase(): Promise<void> {
  await opened?.close()
}
