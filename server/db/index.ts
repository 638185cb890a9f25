import { openDatabase, type Db, type Migrations } from './open'
import type { Write } from './writer'

export type { Db } from './open'
export { afterCommit } from './writer'

/* eslint-disable import/no-mutable-exports -- live bindings, set once at start and never again: every verb reads `db` and `write` by name */
/** Reads, on a connection that cannot write. Set once by {@link startDatabase}. */
export let db: Db
/** The one way to change anything: see writer.ts. Set once by {@link startDatabase}. */
export let write: Write<Db>
/* eslint-enable import/no-mutable-exports */
let close: () => void = () => {}

/** Opens the database of this process and applies migrations. */
export async function startDatabase(file: string, migrations: Migrations): Promise<void> {
  const opened = await openDatabase(file, migrations)
  db = opened.db
  write = opened.write
  close = opened.close
}

export function stopDatabase(): void {
  close()
}
