import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runSql } from '../../support/data/database'
import { bytesAt, serve, sharedInstance, startInstance, type Instance } from '../../support/server/instance'
import { comparableRows, operate, startCommand, succeed } from '../../support/server/operate'
import { query } from '../../support/deployment/postgres'
import { startPostgres, type PostgresServer } from '../../support/deployment/postgres-server'
import { s3Credentials, startS3, type TestS3 } from '../../support/deployment/s3'
import { newFolders } from '../../support/server/new-folders'

const { newFolder } = await newFolders('move')

let postgres: PostgresServer
let s3: TestS3
let instance: Instance
let secret: string
/** A copy of the instance. No server uses the copy. */
const unused = newFolder()
beforeAll(async () => {
  ;[postgres, s3] = await Promise.all([startPostgres(), startS3()])
  instance = await startInstance()
  for (let count = 0; count < 10; count += 1) await instance.addPicture()
  secret = await readFile(join(instance.server.dataDir, 'auth-secret'), 'utf8')
  const backup = newFolder()
  await succeed(['backup', backup], instance.settings)
  await succeed(['restore', backup], { DATA_DIR: unused })
})
afterAll(async () => {
  await instance.server.stop()
  await Promise.all([postgres.stop(), s3.stop()])
})

/** Starts a server on PostgreSQL and a bucket, and stops it after the test. */
async function serveCluster(databaseUrl: string, blobUrl: string) {
  const env = { DATABASE_URL: databaseUrl, BLOB_URL: blobUrl, AUTH_SECRET: secret, ...s3Credentials }
  const server = await serve(env)
  onTestFinished(() => server.stop())
  return server
}

describe('a backup of SQLite and a folder', () => {
  it('a backup of SQLite and a folder can be restored into PostgreSQL and a bucket, and back', async () => {
    const before = await comparableRows(instance.server)
    const [backup, second] = [newFolder(), newFolder()]
    await succeed(['backup', backup], instance.settings)
    const [databaseUrl, blobUrl] = [await postgres.createDatabase(), s3.address('restored')]
    const env = {
      DATA_DIR: newFolder(),
      DATABASE_URL: databaseUrl,
      BLOB_URL: blobUrl,
      AUTH_SECRET: secret,
      ...s3Credentials,
    }
    await succeed(['restore', backup], env)
    expect(await comparableRows({ dataDir: '', databaseUrl })).toEqual(before)
    await succeed(['backup', second], env)
    const dataDir = newFolder()
    await succeed(['restore', second], { DATA_DIR: dataDir, AUTH_SECRET: secret })
    expect(await comparableRows({ dataDir, databaseUrl: null })).toEqual(before)
    const server = await serveCluster(databaseUrl, blobUrl)
    for (const address of instance.pictures)
      expect(await bytesAt(server, address)).toEqual(await bytesAt(instance.server, address))
  })

  it('`restore` refuses a PostgreSQL database that has rows or tables of another program', async () => {
    const backup = newFolder()
    await succeed(['backup', backup], instance.settings)
    const databaseUrl = await postgres.createDatabase()
    const env = { DATA_DIR: newFolder(), DATABASE_URL: databaseUrl, AUTH_SECRET: secret }
    await query(databaseUrl, 'CREATE TABLE invoice (id integer)')
    expect(await operate(['restore', backup], env)).toMatchObject({
      code: 1,
      fault: 'DATABASE_URL: the database has tables of another application; name an empty one',
    })
    await query(databaseUrl, 'DROP TABLE invoice')
    await succeed(['restore', backup], env)
    expect(await operate(['restore', backup], { ...env, DATA_DIR: newFolder() })).toMatchObject({
      code: 1,
      fault: 'DATABASE_URL: the database is not empty (table user); name an empty one',
    })
  })
})

describe('the command `move`', () => {
  /** Runs a function while the server of the instance is stopped, as a move requires. */
  async function stopped<T>(run: () => Promise<T>): Promise<T> {
    await instance.server.kill()
    try {
      return await run()
    } finally {
      await instance.server.restart()
    }
  }

  it('`move` is refused while a server runs on the instance', async () => {
    const { code, fault } = await operate(
      ['move', '--to', await postgres.createDatabase()],
      instance.settings,
    )
    expect([code, fault]).toEqual([1, expect.stringMatching(/a server uses .+exhibit\.sqlite; stop it/)])
  })

  it('`move` copies rows and blobs, and prints the settings to change without the password', async () => {
    const [databaseUrl, blobUrl] = [await postgres.createDatabase(), s3.address('moved')]
    const args = ['move', '--to', databaseUrl, '--blobs', blobUrl]
    const env = { ...instance.settings, ...s3Credentials }
    const { before, printed } = await stopped(async () => ({
      before: await comparableRows(instance.server),
      printed: await succeed(args, env),
    }))
    expect(printed).toMatch(/^Copied and verified \d+ rows and \d+ blobs/)
    expect(printed).toContain('  DATABASE_URL=postgres://exhibit:***@')
    expect(printed).toContain('  BLOB_URL=s3://exhibit-test/moved')
    expect(printed).toContain(`AUTH_SECRET=   (the content of ${instance.server.dataDir}/auth-secret)`)
    expect(printed).not.toContain('exhibit:exhibit')
    expect(await comparableRows({ dataDir: '', databaseUrl })).toEqual(before)
    const server = await serveCluster(databaseUrl, blobUrl)
    for (const address of instance.pictures)
      expect(await bytesAt(server, address)).toEqual(await bytesAt(instance.server, address))
  })

  it('`move` continues after it was killed, and confirms a move that was already complete', async () => {
    const [databaseUrl, blobUrl] = [await postgres.createDatabase(), s3.address('again')]
    const args = ['move', '--to', databaseUrl, '--blobs', blobUrl]
    const env = { ...instance.settings, ...s3Credentials }
    const objects = async () => (await s3.objects()).filter(key => /^again\/(?:rvs|upi|usr)_/.test(key))
    await stopped(async () => {
      const { child, outcome } = startCommand(args, env)
      await expect.poll(async () => (await objects()).length, { interval: 1 }).toBeGreaterThan(2)
      child.kill('SIGKILL')
      await outcome
      const users = await query(databaseUrl, 'SELECT id FROM "user"')
      expect(users).toEqual([])
      const arrived = (await objects()).length
      const total = (await runSql<{ count: number }>(instance.server, namedCount))[0]?.count ?? 0
      expect(arrived).toBeLessThan(total)
      const printed = await succeed(args, env)
      const copied = Number(/; (\d+) copied now\)/.exec(printed)?.[1])
      expect(copied).toBeGreaterThan(0)
      expect(copied).toBeLessThan(total)
      expect(await objects()).toHaveLength(total)
      expect(await comparableRows({ dataDir: '', databaseUrl })).toEqual(
        await comparableRows(instance.server),
      )
      expect(await succeed(args, env)).toContain('; 0 copied now)')
    })
  })

  it('`move` into a database or a bucket of another instance is refused', async () => {
    const backup = newFolder()
    const other = await sharedInstance()
    await succeed(['backup', backup], other.settings)
    const used = { DATABASE_URL: await postgres.createDatabase(), BLOB_URL: s3.address('used') }
    const env = { ...instance.settings, ...s3Credentials }
    const otherSecret = await readFile(join(other.server.dataDir, 'auth-secret'), 'utf8')
    await succeed(['restore', backup], {
      DATA_DIR: newFolder(),
      AUTH_SECRET: otherSecret,
      ...used,
      ...s3Credentials,
    })
    await stopped(async () => {
      expect(await operate(['move', '--to', used.DATABASE_URL], env)).toMatchObject({
        code: 1,
        fault: '--to: the database is not empty (table user); name an empty one',
      })
      const args = ['move', '--to', await postgres.createDatabase(), '--blobs', used.BLOB_URL]
      const { code, fault } = await operate(args, env)
      expect([code, fault]).toEqual([
        1,
        expect.stringContaining('--blobs: the blob store is not empty (rvs_'),
      ])
    })
  })

  it('`move` prints the row with a character that PostgreSQL cannot store, and moves nothing', async () => {
    const databaseUrl = await postgres.createDatabase()
    const file = { dataDir: unused, databaseUrl: null }
    const [comment] = await runSql<{ id: string; body: string }>(file, 'SELECT id, body FROM comment LIMIT 1')
    const { id = '', body = '' } = comment ?? {}
    await runSql(file, 'UPDATE comment SET body = ? WHERE id = ?', ['a\0b', id])
    const { code, fault } = await operate(['move', '--to', databaseUrl], { DATA_DIR: unused })
    await runSql(file, 'UPDATE comment SET body = ? WHERE id = ?', [body, id])
    expect([code, fault]).toEqual([
      1,
      expect.stringContaining(`U+0000, which the comment ${id} has; remove it`),
    ])
    expect(await query(databaseUrl, 'SELECT id FROM "user"')).toEqual([])
  })

  it.each([
    ['no address', [], 'name the new database'],
    ['no value', ['--to'], 'needs a value: --to'],
    ['an address of SQLite', ['--to', './x.sqlite'], '--to: this is not an address such as postgres://'],
    ['no server', ['--to', 'postgres://u:hidden@127.0.0.1:1/x'], '--to: no PostgreSQL server responds'],
    ['a password that is refused', ['--to', 'refused'], '--to: 127.0.0.1'],
  ])('`move` is refused with one line that contains no password: %s', async (_, args, text) => {
    const wrong = postgres.url.replace('exhibit:exhibit', 'unknown:hidden')
    const { code, stderr, fault } = await operate(
      ['move', ...args.map(each => (each === 'refused' ? wrong : each))],
      { DATA_DIR: unused },
    )
    expect([code, fault]).toEqual([1, expect.stringContaining(text)])
    expect(stderr).not.toContain('hidden')
  })
})

const namedCount =
  'SELECT count(original_key) + count(embed_key) + count(poster_original_key) + count(poster_key) + ' +
  '(SELECT count(frame_key) FROM thread) + (SELECT count(key) FROM comment_image) + ' +
  '(SELECT count(*) FROM avatar) AS count FROM revision'
