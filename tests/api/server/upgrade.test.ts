import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ReviewPayload } from '#shared/contract/review'
import { applyMigrations } from '~~/server/db/postgres/migrate'
import { openSqlite } from '~~/server/db/sqlite/open'
import { migrations, postgresMigrations } from '../../support/data/migrations'
import { allRows, runSql, type TestDatabase } from '../../support/data/database'
import { dumpSettings, loadPostgresDump, loadSqliteDump } from '../../support/data/dumps'
import { startPostgres, type PostgresServer } from '../../support/deployment/postgres-server'
import { caller } from '../../support/server/client'
import { cookieOf } from '../../support/people/sessions'
import { threadsOf } from '../../support/reviews/review'
import { serve } from '../../support/server/instance'
import { comparableRows, operate, succeed } from '../../support/server/operate'

const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'exhibit-upgrade-'))
let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true })
})

/** A database from a dump, and the settings with which a server or a command uses it. */
interface Loaded {
  database: TestDatabase
  settings: Record<string, string>
}

async function loadDump(engine: 'SQLite' | 'PostgreSQL'): Promise<Loaded> {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  if (engine === 'SQLite') {
    loadSqliteDump(join(dataDir, 'exhibit.sqlite'))
    return { database: { dataDir, databaseUrl: null }, settings: { ...dumpSettings, DATA_DIR: dataDir } }
  }
  const databaseUrl = await postgres.createDatabase()
  await loadPostgresDump(databaseUrl)
  const settings = { ...dumpSettings, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  return { database: { dataDir, databaseUrl }, settings }
}

const appliedMigrations = ({ databaseUrl, dataDir }: TestDatabase) =>
  runSql(
    { databaseUrl, dataDir },
    `SELECT * FROM ${databaseUrl === null ? '' : 'drizzle.'}__drizzle_migrations ORDER BY created_at`,
  )

describe.each(['SQLite', 'PostgreSQL'] as const)('a database of an earlier version on %s', engine => {
  it('the database dump of an earlier version has rows in every table', async () => {
    const { database } = await loadDump(engine)
    const { rate_limit: _, ...tables } = await allRows(database)
    expect(Object.keys(tables).length).toBeGreaterThanOrEqual(40)
    for (const [name, rows] of Object.entries(tables)) expect([name, rows.length]).not.toEqual([name, 0])
  })

  it('an earlier database is updated when it is opened, and can be read and written', async () => {
    const { database, settings } = await loadDump(engine)
    const applied = await appliedMigrations(database)
    const server = await serve(settings, database.dataDir)
    onTestFinished(() => server.stop())
    const update = engine === 'SQLite' ? /was copied before its update/ : /only a dump can undo this/
    const messages = server
      .log()
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { message: string }).message)
    expect(messages).toEqual([expect.stringMatching(update), 'the database was updated'])
    const cookie = await cookieOf(server, 'person0@example.com')
    const call = caller(server, { cookie, origin: server.url })

    const { body: me } = await call<{ workspace: { id: string } }>('GET', '/api/me')
    const [found] = (await call<{ projects: { id: string }[] }>('GET', '/api/projects')).body.projects
    const { body: list } = await call<{ reviews: { id: string; title: string }[] }>(
      'GET',
      `/api/projects/${found?.id}/reviews`,
    )
    const reviewId = list.reviews.find(each => each.title === 'Totals wrap')?.id ?? ''
    const { body: payload } = await call<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
    expect(payload.review).toMatchObject({ status: 'changes_requested', branch: 'fix-totals' })
    expect(payload.artifacts.map(each => [each.kind, each.title])).toEqual([
      ['image', 'Cart'],
      ['video', 'Resize'],
    ])
    const threads = await threadsOf(call, reviewId)
    expect(threads.map(each => [each.kind, each.status])).toEqual([
      ['rectangle', 'addressed'],
      ['timestamp', 'open'],
      ['review', 'open'],
    ])
    expect(threads[0]?.geometry).toEqual({ x: 0.1, y: 1 / 3, width: 0.3, height: 0.4 })
    expect(threads[0]?.comments.map(each => each.body)).toEqual([
      'Line\u2028separator, "quotes", back\\slash, \'single\', emoji 🎨 and\nnew lines; @Ben',
      'Agreed.',
      'Fixed.',
    ])
    const workspace = `/api/workspaces/${me.workspace.id}`
    for (const path of [
      '/api/access-requests',
      '/api/inbox',
      '/api/me/sign-in-methods',
      '/api/notifications',
      '/api/tokens',
      `/api/reviews/${reviewId}/pending-comments`,
      `/api/reviews/${reviewId}/share-links`,
      ...['events', 'forges', 'members', 'webhooks'].map(each => `${workspace}/${each}`),
    ])
      expect([path, (await call('GET', path)).status]).toEqual([path, 200])

    const reply = await call('POST', `/v1/threads/${threads[0]?.threadId}/replies`, { body: 'Thank you.' })
    expect(reply.status).toBe(201)
    const comments = (await threadsOf(call, reviewId))[0]?.comments
    expect(comments?.at(-1)).toMatchObject({ body: 'Thank you.', author: { name: 'Zoë 👩‍🎨' } })

    expect((await appliedMigrations(database)).slice(0, applied.length)).toEqual(applied)
    const copies = (await readdir(database.dataDir)).filter(name => name.includes('before'))
    expect(copies).toHaveLength(engine === 'SQLite' ? 1 : 0)
  })

  it('the rows of an updated database are the same after a backup and a restore', async () => {
    const { database, settings } = await loadDump(engine)
    if (database.databaseUrl !== null) await applyMigrations(database.databaseUrl, postgresMigrations)
    else await (await openSqlite(join(database.dataDir, 'exhibit.sqlite'), migrations)).close()
    const before = await comparableRows(database)
    const backup = await mkdtemp(join(folder, 'backup-'))
    // The blobs are not in the dump, so the command reports them and fails. The backup contains all rows.
    expect(await operate(['backup', backup], settings)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Backed up \d+ rows/) as string,
    })
    const dataDir = await mkdtemp(join(folder, 'restored-'))
    const restored = { ...dumpSettings, DATA_DIR: dataDir }
    await succeed(['restore', backup], restored)
    expect(await comparableRows({ dataDir, databaseUrl: null })).toEqual(before)
    const databaseUrl = await postgres.createDatabase()
    await succeed(['restore', backup], {
      ...restored,
      DATABASE_URL: databaseUrl,
      DATA_DIR: await mkdtemp(join(folder, 'restored-')),
    })
    expect(await comparableRows({ dataDir: '', databaseUrl })).toEqual(before)
  })
})
