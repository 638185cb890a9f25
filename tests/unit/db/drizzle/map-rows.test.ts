import Database from 'better-sqlite3'
import { asc, eq, sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mapRowsByPlan } from '~~/server/db/drizzle/map-rows'

const shelf = sqliteTable('shelf', {
  note: text('note'),
  id: integer('id').primaryKey(),
  isOpen: integer('is_open', { mode: 'boolean' }),
})
const book = sqliteTable('book', {
  id: integer('id').primaryKey(),
  shelfId: integer('shelf_id'),
  pages: text('pages', { mode: 'json' }).$type<number[]>(),
  boughtAt: integer('bought_at', { mode: 'timestamp_ms' }),
})

let connection: Database.Database
beforeEach(() => {
  connection = new Database(':memory:')
  connection.exec(`
    CREATE TABLE shelf (note text, id integer PRIMARY KEY, is_open integer);
    CREATE TABLE book (id integer PRIMARY KEY, shelf_id integer, pages text, bought_at integer);
    INSERT INTO shelf VALUES ('low', 1, 1), (NULL, 2, 0);
    INSERT INTO book VALUES (1, 1, '[1,2]', 86400000), (2, 2, NULL, NULL);
    INSERT INTO book VALUES (3, NULL, '[]', 0), (4, 9, '[3]', 1);
  `)
})
afterEach(() => connection.close())

const db = () => drizzle(connection, { schema: { shelf, book } })
const onShelf = () => eq(shelf.id, book.shelfId)
const upper = (value: SQL.Aliased | SQL | typeof shelf.note) => sql<string>`upper(${value})`

const queries = {
  'a table': () => db().select().from(book).orderBy(asc(book.id)).prepare(),
  'an inner join': () => db().select().from(book).innerJoin(shelf, onShelf()).orderBy(asc(book.id)).prepare(),
  'a left join': () => db().select().from(book).leftJoin(shelf, onShelf()).orderBy(asc(book.id)).prepare(),
  'a left join whose rows are null by another first column': () =>
    db()
      .select({ book, shelf: { id: shelf.id, note: shelf.note } })
      .from(book)
      .leftJoin(shelf, onShelf())
      .orderBy(asc(book.id))
      .prepare(),
  'parts of several tables, and expressions': () =>
    db()
      .select({
        mixed: { note: shelf.note, id: book.id },
        made: { upper: upper(shelf.note), isOpen: shelf.isOpen },
        count: sql<number>`count(*) OVER ()`.mapWith(String),
        named: upper(shelf.note).as('named'),
        at: book.boughtAt,
      })
      .from(book)
      .leftJoin(shelf, onShelf())
      .orderBy(asc(book.id))
      .prepare(),
  'rows of a change': () => db().update(book).set({ shelfId: 1 }).where(eq(book.id, 2)).returning().prepare(),
  'a relational query': () =>
    db()
      .query.book.findMany({ orderBy: asc(book.id) })
      .prepare(),
}

it.each(Object.entries(queries))('mapRowsByPlan returns the same rows of %s as Drizzle', async (_, query) => {
  const expected = await query().execute()
  const planned = query()
  mapRowsByPlan(planned)
  const mapped = await planned.execute()
  expect(expected).not.toEqual([])
  expect(mapped).toStrictEqual(expected)
})

it('mapRowsByPlan does not change a query that returns no rows', async () => {
  const change = db().update(book).set({ shelfId: 1 }).where(eq(book.id, 2)).prepare()
  mapRowsByPlan(change)
  expect(await change.execute()).toMatchObject({ changes: 1 })
})
