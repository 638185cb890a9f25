import { and, eq, gt, inArray } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenDatabase } from '~~/server/db/engine'
import { prepared, preparedForIds, preparedInsert } from '~~/server/db/prepared'
import { session, token, user, workspace } from '~~/server/db/schema'
import { openSqlite } from '~~/server/db/sqlite/open'
import { migrations } from '../../support/data/migrations'

const folder = mkdtempSync(join(tmpdir(), 'exhibit-prepared-'))
let database: OpenDatabase
const insertWorkspace = preparedInsert(workspace)
beforeAll(async () => {
  database = await openSqlite(join(folder, 'test.sqlite'), migrations)
  await database.write(async tx => {
    for (const [i, id] of ['a', 'b', 'c'].entries())
      await tx.insert(workspace).values({ id, name: id, plan: 'free', createdAt: i })
  })
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

let built = 0
const createdAfter = prepared({ at: workspace.createdAt, limit: Number }, (executor, { at, limit }) => {
  built += 1
  return executor
    .select({ id: workspace.id })
    .from(workspace)
    .where(gt(workspace.createdAt, at))
    .orderBy(workspace.createdAt)
    .limit(limit)
})

it('a prepared query is built only once for each connection, and runs with the given values', async () => {
  built = 0
  expect(await createdAfter(database.db, { at: 0, limit: 9 })).toEqual([{ id: 'b' }, { id: 'c' }])
  expect(await createdAfter(database.db, { at: -1, limit: 2 })).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(built).toBe(1)
  await database.write(async tx => {
    expect(await createdAfter(tx, { at: 1, limit: 9 })).toEqual([{ id: 'c' }])
  })
  expect(built).toBe(2)
})

it('a prepared query stores a value in the format of its column, and null as null', async () => {
  const at = new Date(86_400_000)
  const insertUser = preparedInsert(user)
  await database.write(tx =>
    insertUser(tx, {
      id: 'usr_1',
      name: 'Mel',
      email: 'mel@example.com',
      emailVerified: true,
      image: null,
      lastWorkspaceId: null,
      landedAt: null,
      first: false,
      suspendedAt: null,
      deletesAt: null,
      notificationMail: 'off',
      createdAt: at,
      updatedAt: at,
    }),
  )
  const verifiedAt = prepared(
    { at: user.createdAt, isVerified: user.emailVerified },
    (executor, { at: createdAt, isVerified }) =>
      executor
        .select()
        .from(user)
        .where(and(eq(user.createdAt, createdAt), eq(user.emailVerified, isVerified))),
  )
  expect(await verifiedAt(database.db, { at, isVerified: true })).toMatchObject([
    { id: 'usr_1', emailVerified: true, image: null, createdAt: at },
  ])
})

it('a prepared query for ids finds the rows of one, two and three ids', async () => {
  const named = preparedForIds({ after: workspace.createdAt }, (executor, { ids, after }) =>
    executor
      .select({ id: workspace.id })
      .from(workspace)
      .where(and(inArray(workspace.id, ids), gt(workspace.createdAt, after)))
      .orderBy(workspace.id),
  )
  expect(await named(database.db, { ids: ['a'], after: -1 })).toEqual([{ id: 'a' }])
  expect(await named(database.db, { ids: ['a', 'b'], after: -1 })).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(await named(database.db, { ids: ['a', 'b', 'c'], after: 0 })).toEqual([{ id: 'b' }, { id: 'c' }])
})

// This function is compiled but never called: a missing value, an unknown value and a value of another type
// must each be a type error.
export function misuse({ db }: OpenDatabase): unknown {
  const byHash = prepared({ hash: token.hash }, (executor, { hash }) =>
    executor.select().from(token).where(eq(token.hash, hash)),
  )
  const live = prepared({ id: session.id, now: session.expiresAt }, (executor, { id, now }) =>
    executor
      .select()
      .from(session)
      .where(and(eq(session.id, id), gt(session.expiresAt, now))),
  )
  const ofIds = preparedForIds({}, (executor, { ids }) =>
    executor.select().from(token).where(inArray(token.id, ids)),
  )
  return [
    // @ts-expect-error: a value is missing
    byHash(db, {}),
    // @ts-expect-error: a value is unknown
    byHash(db, { hash: 'x', id: 'y' }),
    // @ts-expect-error: the name of a value is misspelt
    byHash(db, { hsah: 'x' }),
    // @ts-expect-error: a value is not of the type of its column
    byHash(db, { hash: 5 }),
    // @ts-expect-error: one of two values is missing
    live(db, { id: 'x' }),
    // @ts-expect-error: a time in this column is a Date, not a number
    live(db, { id: 'x', now: 5 }),
    // @ts-expect-error: a limit must be a number
    createdAfter(db, { at: 0, limit: '5' }),
    // @ts-expect-error: the ids are missing
    ofIds(db, {}),
    // @ts-expect-error: ids must be strings
    ofIds(db, { ids: [5] }),
    // @ts-expect-error: a query uses a value that is not declared
    prepared({ id: token.id }, (executor, { hash }) =>
      executor.select().from(token).where(eq(token.id, hash)),
    ),
    // @ts-expect-error: a column of a row is missing
    insertWorkspace(db, { id: 'x', name: 'x', plan: 'free', createdAt: 0 }),
  ]
}
