import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { afterAll, beforeAll, it } from 'vitest'
import type { Db } from '~~/server/db'
import { mapRowsByPlan } from '~~/server/db/drizzle/map-rows'
import { cacheStatements } from '~~/server/db/drizzle/statement-cache'
import { selectReviews } from '~~/server/db/joins'
import { artifact, review, revision, schema } from '~~/server/db/schema'
import { openSqlite } from '~~/server/db/sqlite/open'
import { loadSqliteDump } from '../support/data/dumps'
import { migrations } from '../support/data/migrations'
import { printRow } from './support/rows'

let folder: string
let connection: Database.Database
let id: string
let artifactId: string
/**
 * Two Drizzle instances: `plain` uses the SQLite connection directly, `cached` uses the server's cache of
 * statements.
 */
let plain: Db
let cached: Db

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exhibit-bench-'))
  const file = join(folder, 'bench.sqlite')
  loadSqliteDump(file)
  const database = await openSqlite(file, migrations)
  await database.write(async tx => {
    const [row] = await tx.select().from(revision).limit(1)
    if (!row) throw new Error('the dump has no revision')
    for (let index = 100; index < 300; index++)
      await tx.insert(revision).values({ ...row, id: `rvs_${index}`, index })
    artifactId = row.artifactId
    id = (await tx.select({ id: review.id }).from(review).limit(1))[0]?.id ?? ''
  })
  await database.close()
  connection = new Database(file)
  plain = drizzle(connection, { schema })
  cached = drizzle({ client: cacheStatements(connection) as Database.Database, schema })
})
afterAll(async () => {
  connection.close()
  await rm(folder, { recursive: true })
})

/** Returns a function that measures how many times `run` completes per second. */
const rateOf = (run: () => unknown) => async () => {
  const begun = performance.now()
  let count = 0
  for (; performance.now() - begun < 300; count++) await run()
  return count / ((performance.now() - begun) / 1000)
}

const reviewOf = (db: Db) =>
  selectReviews(db)
    .where(eq(review.id, sql.placeholder('id')))
    .prepare()
const revisionsOf = (db: Db) =>
  db
    .select({ revision, title: artifact.title })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .where(eq(revision.artifactId, sql.placeholder('id')))
    .prepare()

it('measures reads whose rows are mapped with a precomputed plan', { timeout: 60_000 }, async () => {
  for (const [name, prepare, value] of [
    ['a review with project and workspace', reviewOf, id],
    ['200 revisions with their artifact', revisionsOf, artifactId],
  ] as const) {
    const [own, planned] = [prepare(cached), prepare(cached)]
    mapRowsByPlan(planned)
    await printRow({
      name: `reads ${name}, mapped by a plan`,
      measure: rateOf(() => planned.execute({ id: value })),
      references: { "Drizzle's mapping": rateOf(() => own.execute({ id: value })) },
      rounds: 5,
    })
  }
})

it('measures queries whose SQL statements are compiled only once', { timeout: 60_000 }, async () => {
  const select = (db: Db) => () => db.select().from(review).where(eq(review.id, id))
  await printRow({
    name: 'builds and runs a query that is not prepared, compiled once',
    measure: rateOf(select(cached)),
    references: { 'compiled each time': rateOf(select(plain)) },
    rounds: 5,
  })
})

it('measures statements whose query plan does not depend on a bound value', { timeout: 60_000 }, async () => {
  const [planned, own] = [reviewOf(cached), reviewOf(plain)]
  for (const each of [planned, own]) mapRowsByPlan(each)
  await printRow({
    name: 'reads a review with project and workspace, whatever the value',
    measure: rateOf(() => planned.execute({ id })),
    references: { 'planned for the value': rateOf(() => own.execute({ id })) },
    rounds: 5,
  })
})
