import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAdvisoryLock } from '~~/server/db/postgres/locks'
import { freePort } from '../../support/deployment/free-port'
import { endNode, startNode, startToEnd } from '../../support/deployment/node-process'
import { createDatabase, query } from '../../support/deployment/postgres'
import { baseEnvironment } from '../../support/server/child-process'
import { startTransactionPooler } from '../../support/stubs/transaction-pooler'

const administration = process.env.TEST_POSTGRES ?? ''
let folder: string
let database: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exhibit-faults-'))
  database = await createDatabase(administration)
  await query(administration, "CREATE ROLE limited LOGIN PASSWORD 'its-own-secret'")
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const AUTH_SECRET = 'a secret that all nodes of a cluster have'
const start = (address: URL) =>
  startToEnd({ DATA_DIR: join(folder, 'data'), DATABASE_URL: address.href, AUTH_SECRET })

/** Returns the URL of the database with some of its parts replaced. */
const changed = (parts: Partial<Record<'username' | 'password' | 'pathname' | 'search', string>>) =>
  Object.assign(new URL(database), parts)

describe('a server start on PostgreSQL', () => {
  it.each([
    ['with a wrong password', { password: 'wrong-secret' }, 'correct the user or the password'],
    ['with an unknown user', { username: 'unknown-here' }, 'correct the user or the password'],
    ['on a database that does not exist', { pathname: '/missing' }, 'create it: CREATE DATABASE "missing"'],
    [
      'as a user who may not create tables',
      { username: 'limited', password: 'its-own-secret' },
      'make it the owner of the database',
    ],
    ['with TLS that the server does not speak', { search: '?sslmode=verify-full' }, 'correct sslmode'],
    ['in another schema', { search: '?options=-c%20search_path%3Dpg_temp' }, 'remove schema and search_path'],
    ['with the setting of Prisma for a schema', { search: '?schema=exhibit' }, 'the schema exhibit, but'],
  ])(
    'a server start on PostgreSQL %s ends with exit code 1 and one line that states the remedy',
    async (_, parts, remedy) => {
      const { code, output } = await start(changed(parts))
      expect([code, output]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)])
      expect(output).toContain('DATABASE_URL: ')
      expect(output).toContain(remedy)
      expect(output).not.toContain('secret')
    },
  )

  it('a node responds 503 with Retry-After while it waits for the migrations of another node', async () => {
    const shared = await createDatabase(administration)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: shared,
    }
    const readiness = () =>
      fetch(`${url}/api/ready`).then(
        async response => [response.status, response.headers.get('retry-after'), await response.json()],
        () => null,
      )
    // Holds the lock of the migrations, as another node does while it migrates.
    const { starting } = await withAdvisoryLock(shared, 'migrations', async () => {
      const node = startNode(url, { ...baseEnvironment, ...env, AUTH_SECRET })
      await expect
        .poll(readiness)
        .toMatchObject([503, '5', { data: { error: 'unavailable', reasons: ['starting'] } }])
      const page = await fetch(url, { headers: { accept: 'text/html' } })
      expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('http-equiv="refresh"')])
      return { starting: node }
    })
    const node = await starting
    expect(await readiness()).toMatchObject([200, null, { ready: true }])
    await endNode(node, 'SIGTERM')
  })

  it('a server start through a transaction pooler ends with one line that names the remedy', async () => {
    const pooler = await startTransactionPooler(database)
    const { code, output } = await start(new URL(pooler.url))
    expect([code, output]).toEqual([1, expect.stringMatching(/^[^\n]+ pool_mode = session\n$/)])
    await pooler.stop()
  })

  it.each([
    ['migrated by a newer version', '2100-01-01', 'start that version, or restore a backup'],
    ['from before the baseline', '2026-11-27', 'start the version of commit'],
  ])(
    'a server start on a database %s ends with exit code 1 and one line that states the remedy',
    async (_, migratedAt, remedy) => {
      const other = await createDatabase(administration)
      await query(other, 'CREATE SCHEMA drizzle')
      await query(
        other,
        'CREATE TABLE drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)',
      )
      await query(other, "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', $1)", [
        Date.parse(migratedAt),
      ])
      const { code, output } = await start(new URL(other))
      expect([code, output]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)])
      expect(output).toContain(remedy)
    },
  )
})
