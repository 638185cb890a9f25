import type { Db, OpenDatabase } from '~~/server/db/engine'
import { workspace } from '~~/server/db/schema'

/** The database of the current test. Each test has its own. */
export interface OpenedDatabase {
  readonly database: OpenDatabase
  /** Returns the sorted ids of the workspaces, read outside of writes unless an executor is given. */
  ids: (executor?: Db) => Promise<string[]>
}

/** Inserts a workspace. */
export const insert = (tx: Db, id: string) =>
  tx.insert(workspace).values({ id, name: id, plan: 'free' as const, createdAt: 0 })

/** Returns the statuses of the results of several writes. */
export const statuses = (outcomes: PromiseSettledResult<unknown>[]) => outcomes.map(each => each.status)
