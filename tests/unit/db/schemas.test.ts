import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { applyMigrations } from '~~/server/db/postgres/migrate'
import { openPostgres } from '~~/server/db/postgres/open'
import { openSqlite } from '~~/server/db/sqlite/open'
import { baselineKey } from '~~/server/domain/artifact/baseline-key'
import { loadPostgresDump, loadSqliteDump } from '../../support/data/dumps'
import { query } from '../../support/deployment/postgres'
import { startPostgres, type PostgresServer } from '../../support/deployment/postgres-server'
import { migrations, postgresMigrations } from '../../support/data/migrations'

// The schema module reads this setting to choose the database. Each database is migrated from its own
// committed files.
vi.hoisted(() => {
  process.env.DATABASE_URL = 'postgres:'
})

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
}

/** The SQLite type for each PostgreSQL type that SQLite does not have. */
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

it('SQLite and PostgreSQL have the same columns, with equivalent types', async () => {
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

it('SQLite and PostgreSQL have the same indexes, with the same columns in the same order', async () => {
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

it('SQLite and PostgreSQL have the same primary and foreign keys', async () => {
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

it('migrating an earlier SQLite dump gives the same schema as a new database has', async () => {
  const path = join(folder, 'dump.sqlite')
  loadSqliteDump(path)
  await (await openSqlite(path, migrations)).close()
  const dump = new Database(path, { readonly: true })
  const schemaOf = (connection: Database.Database) =>
    [
      `SELECT t.name AS "table", c.name, c.type, c."notnull", c.dflt_value, c.pk
      FROM (${tablesOnSqlite}) t, pragma_table_info(t.name) c ORDER BY 1, 2`,
      `SELECT t.name AS "table", f."from", f."table" AS target, f."to", f.on_update, f.on_delete
      FROM (${tablesOnSqlite}) t, pragma_foreign_key_list(t.name) f ORDER BY 1, 2`,
      "SELECT type, name, sql FROM sqlite_master WHERE type <> 'table' AND sql IS NOT NULL ORDER BY 2",
    ].map(text => connection.prepare(text).all())
  const schema = schemaOf(file)
  expect(schema.map(rows => rows.length > 40)).toEqual([true, true, true])
  expect(schemaOf(dump)).toEqual(schema)
  dump.close()
})

it('migrating an earlier PostgreSQL dump gives the same schema as a new database has', async () => {
  const dump = await server.createDatabase()
  await loadPostgresDump(dump)
  await applyMigrations(dump, postgresMigrations)
  const schemaOf = (database: string) =>
    Promise.all(
      [
        `SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name,
          datetime_precision
        FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
        `SELECT conrelid::regclass::text AS "table", conname, pg_get_constraintdef(oid) AS definition
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
        `SELECT extname AS name FROM pg_extension
        UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
      ].map(text => query(database, text)),
    )
  const schema = await schemaOf(url)
  expect(schema.map(rows => rows.length > 40)).toEqual([true, true, true, false])
  expect(await schemaOf(dump)).toEqual(schema)
})

/** Verifies a review of the dump and adds two revisions to it: a state before a change, and a later one. */
const verifiedInDump = [
  "UPDATE review SET status = 'verified' WHERE status = 'changes_requested'",
  ...[
    ['rvs_before', 2, 'true', 1],
    ['rvs_later', 3, 'false', 1_000_000],
  ].map(
    ([id, index, isBefore, after]) =>
      `INSERT INTO revision (id, artifact_id, "index", mime, bytes, is_before, completed_at, created_at,
        embed_generation, download_generation, poster_generation)
      SELECT '${id}', artifact_id, ${index}, mime, bytes, ${isBefore}, completed_at + ${after}, created_at,
        0, 0, 0
      FROM revision WHERE mime = 'image/png' AND "index" = 1`,
  ),
]
const acceptedInDump =
  'SELECT r."index", r.mime, r.baseline_key AS "key", r.accepted_at = v.decided_at AS "isAccepted", ' +
  'a.approved_revision_id = r.id AND a.approved_at = v.decided_at AS "isApproved", ' +
  'v.project_id AS "projectId" FROM revision r JOIN artifact a ON a.id = r.artifact_id ' +
  'JOIN review v ON v.id = a.review_id ORDER BY r.mime, r."index"'

interface AcceptedRow {
  index: number
  mime: string
  key: string
  isAccepted: boolean | number | null
  isApproved: boolean | number | null
  projectId: string
}

/** Tests the rows of an updated dump. */
function expectAccepted(rows: AcceptedRow[]): void {
  const [projectId = ''] = rows.map(each => each.projectId)
  const cart = { title: 'Cart', variationGroup: 'takes', scenario: null }
  const [sized, plain, video] = [
    baselineKey(projectId, { ...cart, viewport: { width: 1440, height: 900 } }),
    baselineKey(projectId, { ...cart, viewport: null }),
    baselineKey(projectId, { title: 'Resize', variationGroup: null, viewport: null, scenario: null }),
  ]
  const stored = rows.map(({ mime, index, key, isAccepted, isApproved }) => [
    ...[mime, index, key],
    ...[Boolean(isAccepted), Boolean(isApproved)],
  ])
  expect(stored).toEqual([
    ['image/png', 1, sized, true, false],
    ['image/png', 2, plain, false, false],
    ['image/png', 3, plain, false, false],
    ['video/mp4', 1, video, true, true],
  ])
}

it('migrating an earlier SQLite dump sets the keys of evidence and the accepted revisions', async () => {
  const path = join(folder, 'accepted.sqlite')
  loadSqliteDump(path)
  const dump = new Database(path)
  for (const statement of verifiedInDump) dump.exec(statement)
  await (await openSqlite(path, migrations)).close()
  expectAccepted(dump.prepare<[], AcceptedRow>(acceptedInDump).all())
  dump.close()
})

it('migrating an earlier PostgreSQL dump sets the keys of evidence and the accepted revisions', async () => {
  const dump = await server.createDatabase()
  await loadPostgresDump(dump)
  for (const statement of verifiedInDump) await query(dump, statement)
  await applyMigrations(dump, postgresMigrations)
  expectAccepted(await query<AcceptedRow>(dump, acceptedInDump))
})
