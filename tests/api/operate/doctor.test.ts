import { chmod, cp, mkdir, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { DAY } from '#shared/time'
import { sharedInstance, type Instance } from '../../support/server/instance'
import { startMail } from '../../support/stubs/mail'
import { operate, succeed } from '../../support/server/operate'
import { newFolders } from '../../support/server/new-folders'

const { folder, newFolder } = await newFolders('doctor')

let instance: Instance
/** A restored instance that no server uses. Each test gets a copy. */
let restored: string
beforeAll(async () => {
  instance = await sharedInstance()
  const backup = newFolder()
  restored = newFolder()
  await succeed(['backup', backup], instance.settings)
  await succeed(['restore', backup], { DATA_DIR: restored })
})

async function copyOfInstance(): Promise<string> {
  const dataDir = newFolder()
  await cp(restored, dataDir, { recursive: true, preserveTimestamps: true })
  return dataDir
}

/** Runs the doctor. Returns its exit code and the rows of its table. */
async function examine(env: Record<string, string>) {
  const { code, stdout } = await operate(['doctor'], env)
  const [, ...lines] = stdout.trimEnd().split('\n')
  const rows = lines.map(line => {
    const [check = '', result = '', text = ''] = line.split(/ {2,}/)
    return { check, result, text }
  })
  return { code, rows, bad: rows.filter(each => each.result !== 'ok') }
}

/** Changes the database of a folder. */
function change(dataDir: string, statement: string): void {
  const file = new Database(join(dataDir, 'exhibit.sqlite'))
  file.pragma('foreign_keys = OFF')
  file.exec(statement)
  file.close()
}

/** Returns the path of the first blob of a kind. */
async function blobOf(dataDir: string, kind: string): Promise<string> {
  const names = await readdir(join(dataDir, 'blobs'), { recursive: true })
  return join(dataDir, 'blobs', names.sort().find(name => name.includes(`/${kind}-`)) ?? '')
}

it('`doctor` reports no problem for a running server with mail and sign-in but without Redis', async () => {
  const mail = await startMail()
  onTestFinished(mail.stop)
  const provider = await listen((origin, path) =>
    path === '/.well-known/openid-configuration' ? { issuer: origin } : null,
  )
  const { code, rows } = await examine({
    ...instance.settings,
    SMTP_URL: mail.url,
    OIDC_ISSUER: provider,
    OIDC_CLIENT_ID: 'exhibit',
    OIDC_CLIENT_SECRET: 'secret',
  })
  expect(rows.filter(each => each.result !== 'ok')).toEqual([])
  expect(code).toBe(0)
  const checks = ['Node', 'settings', 'files', 'free space', 'database', 'migrations', 'integrity', 'clock']
  const others = ['blob store', 'rows', 'texts', 'retention', 'backup', 'evidence', 'orphans']
  const services = ['mail', 'sign-in', 'Redis']
  expect([...new Set(rows.map(each => each.check))]).toEqual([...checks, ...others, ...services])
})

it('`doctor` changes no file, and creates no folder', async () => {
  const dataDir = await copyOfInstance()
  const state = async () => {
    const names = (await readdir(dataDir, { recursive: true })).sort()
    return Promise.all(names.map(async name => [name, (await stat(join(dataDir, name))).mtimeMs]))
  }
  const before = await state()
  expect((await examine({ DATA_DIR: dataDir })).code).toBe(0)
  expect(await state()).toEqual(before)
  expect((await examine({ DATA_DIR: join(folder, 'nothing') })).code).toBe(2)
  expect(await readdir(folder)).not.toContain('nothing')
})

/**
 * The name of a fault, a function that causes it and may return settings, and the row that `doctor` prints.
 */
const faults: [
  name: string,
  plant: (dataDir: string) => unknown,
  row: { check: string; result: string; text: unknown },
][] = [
  [
    'a folder that every user may read',
    dataDir => chmod(dataDir, 0o755),
    { check: 'files', result: 'warning', text: expect.stringContaining('run chmod o-rwx') },
  ],
  [
    'a secret that others may read',
    dataDir => chmod(join(dataDir, 'auth-secret'), 0o644),
    { check: 'files', result: 'warning', text: expect.stringContaining('run chmod 600') },
  ],
  [
    'a damaged secret',
    dataDir => truncate(join(dataDir, 'auth-secret'), 10),
    { check: 'files', result: 'problem', text: expect.stringContaining('auth-secret is damaged') },
  ],
  [
    'a blob folder that is a file',
    async dataDir => {
      await writeFile(join(dataDir, 'a-file'), '')
      return { BLOB_URL: join(dataDir, 'a-file') }
    },
    { check: 'files', result: 'problem', text: expect.stringMatching(/^BLOB_URL: .+ cannot be written/) },
  ],
  [
    'the database of a version that this one cannot update',
    dataDir => change(dataDir, 'UPDATE __drizzle_migrations SET created_at = 1'),
    { check: 'migrations', result: 'problem', text: expect.stringContaining('start the version of commit') },
  ],
  [
    'the database of a newer version',
    dataDir => change(dataDir, 'UPDATE __drizzle_migrations SET created_at = 9999999999999'),
    { check: 'migrations', result: 'problem', text: expect.stringContaining('newer version of Exhibit') },
  ],
  [
    'a row without its parent',
    dataDir => change(dataDir, "UPDATE comment SET thread_id = 'thr_none'"),
    {
      check: 'integrity',
      result: 'problem',
      text: expect.stringContaining('refer to rows that do not exist'),
    },
  ],
  [
    'a clock that went back',
    dataDir => change(dataDir, `UPDATE event SET created_at = ${Date.now() + 3_600_000}`),
    { check: 'clock', result: 'problem', text: expect.stringMatching(/^\d+ s behind .+; synchronize it/) },
  ],
  [
    'an original that is missing',
    async dataDir => rm(await blobOf(dataDir, 'original')),
    { check: 'evidence', result: 'problem', text: expect.stringMatching(/^1 blob missing; restore .+rvs_/) },
  ],
  [
    'the frame of a comment that is missing',
    async dataDir => rm(await blobOf(dataDir, 'frame')),
    {
      check: 'evidence',
      result: 'problem',
      text: expect.stringMatching(/^1 blob missing; restore .+\/frame-/),
    },
  ],
  [
    'an image of a comment that is missing',
    async dataDir => rm(await blobOf(dataDir, 'image')),
    {
      check: 'evidence',
      result: 'problem',
      text: expect.stringMatching(/^1 blob missing; restore .+upi_/),
    },
  ],
  [
    'an original that is cut off',
    async dataDir => truncate(await blobOf(dataDir, 'original'), 9),
    {
      check: 'evidence',
      result: 'problem',
      text: expect.stringMatching(/^1 blob with a wrong size/),
    },
  ],
  [
    'a derivative that is missing',
    async dataDir => rm(await blobOf(dataDir, 'embed')),
    {
      check: 'evidence',
      result: 'warning',
      text: expect.stringMatching(/^1 blob missing, which are made again/),
    },
  ],
  [
    'an orphaned blob that the sweep left',
    async dataDir => {
      const orphan = join(dataDir, 'blobs', 'rvs_0', 'original-0')
      await mkdir(join(dataDir, 'blobs', 'rvs_0'))
      await writeFile(orphan, 'left')
      await utimes(orphan, 0, 0)
      await utimes(await blobOf(dataDir, 'frame'), 0, 0)
    },
    {
      check: 'orphans',
      result: 'warning',
      text: expect.stringContaining('1 blob (4 B) that no row refers to'),
    },
  ],
]

it.each(faults)('`doctor` reports %s', async (_, plant, row) => {
  const dataDir = await copyOfInstance()
  const env = ((await plant(dataDir)) ?? {}) as Record<string, string>
  const { code, bad } = await examine({ DATA_DIR: dataDir, ...env })
  expect(bad).toContainEqual(row)
  expect(code).toBe(bad.some(each => each.result === 'problem') ? 2 : 1)
})

it('`doctor` reports evidence that will be deleted within 7 days', async () => {
  const dataDir = await copyOfInstance()
  const retention = async (env: Record<string, string>) =>
    (await examine({ DATA_DIR: dataDir, ...env })).rows.find(each => each.check === 'retention')
  const none = { check: 'retention', result: 'ok', text: 'no evidence is deleted within 7 days' }
  const age = (days: number) =>
    change(dataDir, `UPDATE revision SET completed_at = ${Date.now() - days * DAY}`)
  age(20)
  expect(await retention({ RETENTION: 'plan' })).toEqual(none)
  age(22)
  expect((await retention({ RETENTION: 'plan' }))?.text).toMatch(
    /^\d+ files \([\d.]+ KiB\) of evidence reach .+ within 7 days .+; RETENTION=off keeps it$/,
  )
  expect(await retention({})).toEqual(none)
  change(dataDir, "UPDATE workspace SET plan = 'unclaimed'")
  expect((await retention({}))?.text).toMatch(/^\d+ files .+ are deleted then$/)
}, 120_000)

it('`doctor` reports invalid settings, each with a remedy', async () => {
  const { code, bad } = await examine({ ...instance.settings, PORT: 'http', RATE_LIMITS: 'maybe' })
  expect(code).toBe(2)
  expect(bad).toEqual([
    { check: 'settings', result: 'problem', text: 'PORT: must be a port number from 0 to 65535' },
    { check: 'settings', result: 'problem', text: 'RATE_LIMITS: must be on or off' },
    { check: 'everything else', result: 'not checked', text: 'correct the settings first' },
  ])
})

it('`doctor` continues when database and services do not respond, and prints no passwords', async () => {
  const wrongIssuer = await listen(() => ({ issuer: 'https://another.example.org' }))
  const { code, rows, bad } = await examine({
    DATA_DIR: await copyOfInstance(),
    DATABASE_URL: 'postgres://exhibit:hidden@127.0.0.1:1/exhibit',
    AUTH_SECRET: 'a secret of more than 32 characters',
    SMTP_URL: 'smtp://exhibit:hidden@127.0.0.1:1',
    REDIS_URL: 'redis://:hidden@127.0.0.1:1',
    OIDC_ISSUER: wrongIssuer,
    OIDC_CLIENT_ID: 'exhibit',
    OIDC_CLIENT_SECRET: 'hidden',
  })
  expect(code).toBe(2)
  expect(bad.filter(each => each.result === 'problem')).toEqual([
    {
      check: 'database',
      result: 'problem',
      text: expect.stringMatching(/^DATABASE_URL: no PostgreSQL server/),
    },
    { check: 'mail', result: 'problem', text: expect.stringMatching(/^SMTP_URL: .+; start the service/) },
    { check: 'sign-in', result: 'problem', text: expect.stringContaining('https://another.example.org') },
    {
      check: 'Redis',
      result: 'problem',
      text: expect.stringMatching(/^REDIS_URL: no Redis server responds/),
    },
  ])
  expect(bad.filter(each => each.result === 'not checked').map(each => each.check)).toEqual([
    'migrations',
    'integrity',
    'clock',
    'rows',
    'texts',
    'retention',
    'backup',
    'evidence',
    'orphans',
  ])
  expect(rows).toContainEqual({ check: 'blob store', result: 'ok', text: 'responds' })
  expect(JSON.stringify(rows)).not.toContain('hidden')
})

/** Starts a server that responds with JSON, and stops it after the test. Returns its origin. */
async function listen(respond: (origin: string, path: string) => object | null): Promise<string> {
  const server = createServer((request, response) => {
    const body = respond(`http://${request.headers.host}`, request.url ?? '')
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
