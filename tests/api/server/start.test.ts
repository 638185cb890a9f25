import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { loadSqliteDump } from '../../support/data/dumps'
import { startToEnd } from '../../support/deployment/node-process'
import { s3Credentials } from '../../support/deployment/s3'
import { sharedServer, startServer } from '../../support/server/server'

const folder = await mkdtemp(join(tmpdir(), 'exhibit-start-'))
const file = join(folder, 'a-file')
await writeFile(
  file,
  'not a database, and longer than the header of one would have to be to look like it: '.repeat(20),
)
await mkdir(join(folder, 'a-folder'))
const outdated = join(folder, 'outdated.sqlite')
loadSqliteDump(outdated)
const connection = new Database(outdated)
connection.exec('UPDATE __drizzle_migrations SET created_at = created_at - 1')
connection.close()
const otherServer = createServer().listen(0, '127.0.0.1')
await once(otherServer, 'listening')
const { port: usedPort } = otherServer.address() as AddressInfo
afterAll(async () => {
  otherServer.close()
  await rm(folder, { recursive: true, force: true })
})

const startAndEnd = (env: Record<string, string>) => startToEnd({ DATA_DIR: join(folder, 'data'), ...env })

const AUTH_SECRET = 'a secret that all nodes of a cluster have'

describe('a start with a fault in one setting', () => {
  const writableFolder = "choose a folder in which the server's user may create files"
  // The tests unit/storage/open and unit/settings cover malformed URLs, which need no server.
  const faults: [setting: string, env: Record<string, string>, remedy: string][] = [
    ['BLOB_URL', { BLOB_URL: 'ftp://x' }, "use a folder's path, a file:/// or an s3:// address"],
    [
      'BLOB_URL',
      { BLOB_URL: 's3://bucket?endpoint=http://127.0.0.1:1', ...s3Credentials },
      'correct the endpoint, or start the store',
    ],
    ['BLOB_URL', { BLOB_URL: 'file:///a%2Fb' }, 'write file:///folder'],
    ['BLOB_URL', { BLOB_URL: join(file, 'blobs') }, writableFolder],
    ['BLOB_URL', { BLOB_URL: '/proc' }, writableFolder],
    ['DATA_DIR', { DATA_DIR: join(file, 'data') }, writableFolder],
    ['DATA_DIR', { DATA_DIR: file }, writableFolder],
    ['DATA_DIR', { DATA_DIR: '/proc' }, writableFolder],
    [
      'DATA_DIR',
      { DATA_DIR: '/proc/exhibit', AUTH_SECRET: 'a secret of more than 32 characters' },
      writableFolder,
    ],
    ['DATABASE_URL', { DATABASE_URL: join(file, 'exhibit.sqlite') }, writableFolder],
    ['DATABASE_URL', { DATABASE_URL: '/proc/exhibit.sqlite' }, writableFolder],
    ['DATABASE_URL', { DATABASE_URL: join(folder, 'a-folder') }, 'name a database file'],
    ['DATABASE_URL', { DATABASE_URL: file }, 'name a database file'],
    ['DATABASE_URL', { DATABASE_URL: outdated }, 'start the version of commit'],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u@127.0.0.1:1/x', AUTH_SECRET }, 'start it, or correct'],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@ss:word@/x', AUTH_SECRET }, 'special characters'],
    ['REDIS_URL', { REDIS_URL: 'http://127.0.0.1' }, 'such as redis://'],
    ['REDIS_URL', { REDIS_URL: 'redis://127.0.0.1:1' }, 'start it, or correct the address'],
    ['PORT', { PORT: String(usedPort) }, 'stop the other server or set another port'],
    ['HOST', { HOST: '192.0.2.1' }, 'is not an address of this machine'],
  ]
  it.each(faults)(
    'a server start with a wrong %s (%o) ends with exit code 1 and one line with the remedy',
    async (setting, env, remedy) => {
      const { code, output } = await startAndEnd(env)
      expect([code, output]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)])
      expect(output).toContain(`${setting}: `)
      expect(output).toContain(remedy)
    },
  )
})

describe('the settings of a server start', () => {
  it('a server start with several wrong settings prints one line for each of them', async () => {
    const failure = await startServer({
      PORT: '99999999',
      RATE_LIMITS: 'maybe',
      AUTH_SECRET: 'short',
      PUBLIC_URL: 'ftp://x',
    }).catch((error: unknown) => error as Error)
    expect(failure).toBeInstanceOf(Error)
    const text = (failure as Error).message
    expect(text).toContain('The settings have 4 faults:')
    for (const name of [
      'PORT: ',
      'RATE_LIMITS: must be on or off',
      'AUTH_SECRET: must have at least 32 characters',
      'PUBLIC_URL: must be an http or https address',
    ])
      expect(text).toContain(name)
  })

  it('settings are also read from ./.env, and the start fails if ./.env is a folder', async () => {
    const [readable, damaged] = [join(folder, 'with-env'), join(folder, 'with-folder')]
    await mkdir(readable)
    await mkdir(join(damaged, '.env'), { recursive: true })
    await writeFile(join(readable, '.env'), 'RATE_LIMITS="maybe"\nPORT=http # the environment has another\n')
    const { code, output } = await startToEnd({ DATA_DIR: join(folder, 'data') }, readable)
    expect([code, output]).toEqual([1, 'Cannot start: RATE_LIMITS: must be on or off\n'])
    expect(await startToEnd({ DATA_DIR: join(folder, 'data') }, damaged)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Cannot start: \.env: it cannot be read \(it is not a file\); .+\n$/),
    })
  })

  it('the log warns of a variable whose name is similar to a setting', async () => {
    const server = await startServer({ RETENSION: 'off' }, { deployment: 'standalone' })
    onTestFinished(() => server.stop())
    expect(server.log()).toContain('RETENSION is not a setting and has no effect; did you mean RETENTION?')
  })

  it('the first start of a server creates a secret in a file that only its owner can read', async () => {
    const server = await sharedServer()
    expect((await stat(`${server.dataDir}/auth-secret`)).mode & 0o777).toBe(0o600)
  })

  it('the first start of a server creates an SQLite database that only its owner can read', async () => {
    const server = await startServer({}, { deployment: 'standalone' })
    onTestFinished(() => server.stop())
    const names = (await readdir(server.dataDir)).filter(name => name.startsWith('exhibit.sqlite'))
    expect(names).toEqual(
      expect.arrayContaining(['exhibit.sqlite', 'exhibit.sqlite-wal', 'exhibit.sqlite.lock']),
    )
    for (const name of names)
      expect([name, (await stat(join(server.dataDir, name))).mode & 0o777]).toEqual([name, 0o600])
  })
})
