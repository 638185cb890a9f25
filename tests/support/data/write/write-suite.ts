import { afterEach, beforeEach, describe } from 'vitest'
import type { Db, OpenDatabase } from '~~/server/db/engine'
import { workspace } from '~~/server/db/schema'
import { describeCommits } from './commits'
import { describeConcurrentWrites } from './concurrent-writes'
import type { OpenedDatabase } from './opened-database'
import { describePreparedInserts } from './prepared-inserts'
import { describeTransactions } from './transactions'

/** Tests all guarantees of server/db/write.ts with a database. */
export function describeWrite(
  name: string,
  open: () => Promise<{ database: OpenDatabase; dispose: () => void | Promise<void> }>,
): void {
  describe(`writes on ${name}`, () => {
    let database: OpenDatabase
    let dispose: () => void | Promise<void>
    beforeEach(async () => {
      ;({ database, dispose } = await open())
    })
    afterEach(() => dispose())

    const opened: OpenedDatabase = {
      get database() {
        return database
      },
      ids: async (executor: Db = database.db) =>
        (await executor.select({ id: workspace.id }).from(workspace)).map(each => each.id).sort(),
    }
    describeConcurrentWrites(opened)
    describeTransactions(opened)
    describeCommits(opened)
    describePreparedInserts(opened)
  })
}
