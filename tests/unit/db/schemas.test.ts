import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openPostgres } from '~~/server/db/postgres/open'
import { openSqlite } from '~~/server/db/sqlite/open'
import { query } from '../../support/deployment/postgres'
import { startPostgres, type PostgresServer } from '../../support/deployment/postgres-server'
import { migrations, postgresMigrations } from '../../support/data/migrations'

// The schema is made for the database that this names; both migrate from their own committed files.
vi.hoisted(() => {
  process.env.DATABASE_URL = 'postgres:'
})

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
}

/** The types in which SQLite stores what PostgreSQL has a type of its own for. */
const storedAs: Record<string, string> = {
  'bigint': 'integer',
  'boolean': 'integer',
  'timestamp with time zone': 'integer',
  'json': 'text',
}

const folder = mkdtempSync(join(tmpdir(), 'exhibit-schemas-'))
let server: PostgresServer
let url: string
let file: Database.Database
beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase()
  await (await openPostgres(url, postgresMigrations)).close()
  await (await openSqlite(join(folder, 'test.sqlite'), migrations)).close()
  file = new Database(join(folder, 'test.sqlite'), { readonly: true })
})
afterAll(async () => {
  file.close()
  rmSync(folder, { recursive: true })
  await server.stop()
})

const tablesOnSqlite =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'"
const onSqlite = <Row>(text: string) => file.prepare<[], Row>(text).all()

it('Both databases have the same columns, with types that hold the same values.', async () => {
  const sqlite = onSqlite<Omit<Column, 'nullable'> & { nullable: number }>(
    `SELECT t.name AS "table", c.name AS "column", lower(c.type) AS type,
      NOT (c."notnull" OR c.pk) AS nullable
    FROM (${tablesOnSqlite}) t, pragma_table_info(t.name) c ORDER BY 1, 2`,
  )
  const postgres = await query<Column>(
    url,
    `SELECT table_name AS "table", column_name AS "column", data_type AS type,
      is_nullable = 'YES' AS nullable
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'rate_limit'
    ORDER BY table_name COLLATE "C", column_name COLLATE "C"`,
  )
  expect(postgres.length).toBeGreaterThan(100)
  expect(postgres.map(each => ({ ...each, type: storedAs[each.type] ?? each.type }))).toEqual(
    sqlite.map(each => ({ ...each, nullable: each.nullable === 1 })),
  )
})

it('Both databases have the same indexes, with the same columns in the same order.', async () => {
  const sqlite = onSqlite<{ name: string; unique: number; columns: string }>(
    `SELECT i.name AS name, i."unique" AS "unique",
      (SELECT group_concat(name) FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) AS columns
    FROM (${tablesOnSqlite}) t, pragma_index_list(t.name) i WHERE i.origin = 'c' ORDER BY 1`,
  )
  const postgres = await query<{ name: string; unique: number; columns: string }>(
    url,
    `SELECT c.relname AS name, i.indisunique::int AS "unique",
      (SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(i.indkey) WITH ORDINALITY k(attnum, n)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum) AS columns
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE NOT i.indisprimary AND t.relnamespace = 'public'::regnamespace AND t.relname <> 'rate_limit'
    ORDER BY c.relname COLLATE "C"`,
  )
  expect(postgres.length).toBeGreaterThan(20)
  expect(postgres).toEqual(sqlite)
})

it('Both databases have the same primary and foreign keys.', async () => {
  const sqlite = onSqlite<{ key: string }>(
    `SELECT t.name || '(' || (SELECT group_concat(name) FROM
        (SELECT name FROM pragma_table_info(t.name) WHERE pk > 0 ORDER BY pk)) || ')' AS key
    FROM (${tablesOnSqlite}) t
    UNION ALL
    SELECT t.name || '(' || f."from" || ') -> ' || f."table" || '(' || f."to" || ') ' || lower(f.on_delete)
    FROM (${tablesOnSqlite}) t, pragma_foreign_key_list(t.name) f`,
  )
  const postgres = await query<{ key: string }>(
    url,
    `SELECT conrelid::regclass || '(' || (SELECT string_agg(attname, ',' ORDER BY n)
        FROM unnest(conkey) WITH ORDINALITY k(num, n)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = num) || ')' ||
      CASE contype WHEN 'p' THEN '' ELSE ' -> ' || confrelid::regclass || '(' ||
        (SELECT string_agg(attname, ',') FROM pg_attribute
          WHERE attrelid = confrelid AND attnum = ANY(confkey)) || ') ' ||
        CASE confdeltype WHEN 'c' THEN 'cascade' WHEN 'n' THEN 'set null' ELSE 'no action' END END AS key
    FROM pg_constraint WHERE contype IN ('p', 'f') AND connamespace = 'public'::regnamespace
      AND conrelid <> 'rate_limit'::regclass`,
  )
  const keys = (rows: { key: string }[]) => rows.map(({ key }) => key.replaceAll('"', '')).sort()
  expect(keys(postgres).length).toBeGreaterThan(40)
  expect(keys(postgres)).toEqual(keys(sqlite))
})
