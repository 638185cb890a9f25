import { copyFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { caller } from '../../support/server/client'
import { threadsOf } from '../../support/reviews/review'
import { bytesAt, serve, sharedInstance, type Instance } from '../../support/server/instance'
import { comparableRows, flipByte, operate, startCommand, succeed } from '../../support/server/operate'
import { newFolders } from '../../support/server/new-folders'

const { folder, newFolder } = await newFolders('operate')

let instance: Instance
beforeAll(async () => {
  instance = await sharedInstance()
})

const backUp = async (target = newFolder(), ...options: string[]) => {
  const printed = await succeed(['backup', target, ...options], instance.settings)
  return { target, printed }
}

/** Returns the paths of the blobs in a backup, sorted. */
const blobsIn = async (backup: string) =>
  (await readdir(join(backup, 'blobs'), { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()

/** Starts a server on a restored data folder, and stops it after the test. */
async function serveFolder(dataDir: string) {
  const server = await serve({}, dataDir)
  onTestFinished(() => server.stop())
  return server
}

describe('a backup and its restore', () => {
  it('a backup restores every row, every picture and the server’s secret', async () => {
    const { target, printed } = await backUp()
    expect(printed).toMatch(/^Backed up \d+ rows and \d+ blobs \(.+\) to /)
    const before = await comparableRows(instance.server)
    const dataDir = newFolder()
    expect(await succeed(['restore', target], { DATA_DIR: dataDir })).toMatch(
      /^Restored and verified \d+ rows/,
    )
    expect(await comparableRows({ dataDir, databaseUrl: null })).toEqual(before)
    const filled = Object.entries(before).filter(([, rows]) => rows.length > 0)
    expect(filled.map(([name]) => name)).toEqual(
      expect.arrayContaining(['user', 'session', 'account', 'revision', 'thread', 'comment', 'idempotency']),
    )
    const server = await serveFolder(dataDir)
    for (const address of instance.pictures)
      expect(await bytesAt(server, address)).toEqual(await bytesAt(instance.server, address))
    const frameOn = async ({ url }: typeof server) => {
      const path = `/v1/threads/${instance.framedThreadId}/picture`
      const response = await fetch(url + path, { headers: { cookie: instance.person.cookie } })
      return [response.status, Buffer.from(await response.arrayBuffer())]
    }
    expect(await frameOn(server)).toEqual(await frameOn(instance.server))
    expect((await frameOn(server))[0]).toBe(200)
    const me = await fetch(`${server.url}/api/me`, { headers: { cookie: instance.person.cookie } })
    expect(me.status).toBe(200)
  })

  it('a backup that is taken while agents write can be restored, and contains every image', async () => {
    let writing = true
    const written: string[] = []
    const write = async () => {
      for (let count = 0; writing; count += 1) {
        await instance.agent('POST', `/v1/reviews/${instance.reviewId}/threads`, { body: `Note ${count}` })
        if (count % 5 === 0) written.push(await instance.addPicture())
      }
    }
    const writers = [write(), write()]
    await expect.poll(() => written.length).toBeGreaterThan(1)
    const acknowledged = [...written]
    const { target } = await backUp()
    writing = false
    await Promise.all(writers)
    const dataDir = newFolder()
    await succeed(['restore', target], { DATA_DIR: dataDir })
    expect((await operate(['doctor'], { DATA_DIR: dataDir })).stdout).toMatch(/evidence +ok .*all present/)
    const server = await serveFolder(dataDir)
    for (const address of acknowledged)
      expect(await bytesAt(server, address)).toEqual(await bytesAt(instance.server, address))
  })
})

describe('a second backup into the same folder', () => {
  it('a second backup copies only new blobs, and deletes blobs that no backup needs any more', async () => {
    const { target } = await backUp()
    const first = await blobsIn(target)
    const times = await Promise.all(first.map(async path => (await stat(path)).mtimeMs))
    const address = await instance.addPicture()
    const { printed } = await backUp(target)
    expect(printed).toContain('; 2 new, ')
    const second = await blobsIn(target)
    expect(second).toEqual(expect.arrayContaining(first))
    expect(second).toHaveLength(first.length + 2)
    expect(await Promise.all(first.map(async path => (await stat(path)).mtimeMs))).toEqual(times)

    const [revisionId] = second.filter(path => !first.includes(path)).map(path => path.split('/').at(-2))
    const { body } = await instance.agent<{ artifacts: { id: string; revisions: { id: string }[] }[] }>(
      'GET',
      `/v1/reviews/${instance.reviewId}`,
    )
    const artifact = body.artifacts.find(each => each.revisions.some(({ id }) => id === revisionId))
    await instance.person.call('DELETE', `/api/artifacts/${artifact?.id}`)
    instance.pictures.splice(instance.pictures.indexOf(address), 1)
    await backUp(target, '--keep', '1')
    expect(await blobsIn(target)).toEqual(first)
    expect((await readdir(target)).filter(name => name.includes('.ndjson'))).toHaveLength(2)
  })

  it('a second backup also deletes unneeded blobs if an earlier version wrote the index', async () => {
    const { target } = await backUp()
    const unneeded = join(target, 'blobs', 'rvs_0', 'original-0')
    await mkdir(join(target, 'blobs', 'rvs_0'))
    await writeFile(unneeded, 'left')
    const [index = ''] = (await readdir(target)).filter(name => name.startsWith('blobs-'))
    const lines = (await readFile(join(target, index), 'utf8')).replaceAll('"rowId"', '"revisionId"')
    const left = { key: 'rvs_0/original-0', revisionId: 'rvs_0', bytes: 4, sha256: '' }
    await writeFile(join(target, index), `${JSON.stringify(left)}\n${lines}`)
    expect((await backUp(target, '--keep', '1')).printed).toContain('; 0 new, ')
    expect(await blobsIn(target)).not.toContain(unneeded)
  })

  it('a second backup copies a blob again if it is truncated in the backup', async () => {
    const { target } = await backUp()
    const [blob = ''] = await blobsIn(target)
    await truncate(blob, 5)
    expect((await backUp(target)).printed).toContain('; 1 new, ')
    await succeed(['restore', target], { DATA_DIR: newFolder() })
  })
})

describe('an interrupted backup', () => {
  it('`restore` refuses an interrupted backup, and the next backup continues it', async () => {
    const target = newFolder()
    const { child, outcome } = startCommand(['backup', target], instance.settings)
    await expect.poll(() => readdir(target).catch(() => []), { interval: 1 }).not.toEqual([])
    child.kill('SIGKILL')
    await outcome
    const { code, fault } = await operate(['restore', target], { DATA_DIR: newFolder() })
    expect([code, fault]).toEqual([1, expect.stringContaining('has no manifest.json')])
    await backUp(target)
    await succeed(['restore', target], { DATA_DIR: newFolder() })
  })

  it('a backup that was killed with an empty lock file does not block the next one', async () => {
    const { target } = await backUp()
    await writeFile(join(target, 'lock'), '')
    await backUp(target)
    expect(await readdir(target)).not.toContain('lock')
  })

  it('an interrupted backup does not damage the previous backup', async () => {
    const { target } = await backUp()
    // Adds files as a killed backup leaves them. No manifest names these files.
    await copyFile(join(target, await only(target, 'blobs-')), join(target, 'blobs-1-1.ndjson'))
    await writeFile(join(target, 'database-1-1.ndjson'), '{"table":"us')
    await succeed(['restore', target], { DATA_DIR: newFolder() })
  })
})

async function only(target: string, prefix: string): Promise<string> {
  const names = (await readdir(target)).filter(name => name.startsWith(prefix))
  expect(names).toHaveLength(1)
  return names[0] ?? ''
}

describe('the refusals of `restore`', () => {
  let backup: string
  beforeAll(async () => {
    backup = (await backUp()).target
  })

  async function refused(from: string, env: Record<string, string> = {}): Promise<string> {
    const { code, stdout, fault } = await operate(['restore', from], { DATA_DIR: newFolder(), ...env })
    expect([code, stdout]).toEqual([1, ''])
    return fault
  }

  /** Changes a file of the backup, and restores the file after the test. */
  async function changed(file: string, change: (path: string) => Promise<unknown>): Promise<void> {
    const path = join(backup, file)
    const before = await readFile(path)
    onTestFinished(() => writeFile(path, before))
    await change(path)
  }

  it('`restore` fails with a one-line error if the database is damaged', async () => {
    const file = await only(backup, 'database-')
    await changed(file, path => flipByte(path))
    expect(await refused(backup)).toMatch(
      /^database-.+ is missing or damaged \(its checksum differs\); use another backup/,
    )
  })

  it('`restore` fails with a one-line error if a blob is damaged, and stores no row', async () => {
    const [blob = ''] = await blobsIn(backup)
    const dataDir = newFolder()
    await changed(blob.slice(backup.length + 1), path => flipByte(path))
    expect(await refused(backup, { DATA_DIR: dataDir })).toMatch(/the blob rvs_\S+ is damaged/)
    const rows = await comparableRows({ dataDir, databaseUrl: null })
    expect(Object.values(rows).flat()).toEqual([])
  })

  it('`restore` fails with a one-line error if a blob is missing', async () => {
    const [blob = ''] = await blobsIn(backup)
    await changed(blob.slice(backup.length + 1), path => rm(path))
    expect(await refused(backup)).toContain('lacks the blob rvs_')
  })

  it('`restore` fails with a one-line error if the schema of the backup is newer or older', async () => {
    for (const [migratedAt, text] of [
      [9_999_999_999_999, 'is of a newer version of Exhibit'],
      [1, 'is of an older version of Exhibit'],
    ] as const) {
      await changed('manifest.json', async path => {
        const manifest = JSON.parse(await readFile(path, 'utf8')) as { schema: object }
        await writeFile(path, JSON.stringify({ ...manifest, schema: { dialect: 'sqlite', migratedAt } }))
      })
      expect(await refused(backup)).toContain(text)
    }
  })

  it('`restore` fails with a one-line error if the database or the blob store is not empty', async () => {
    expect(await refused(backup, { DATA_DIR: (await restored()).dataDir })).toContain(
      'DATA_DIR: the database is not empty (table user); name an empty one',
    )
    const blobs = newFolder()
    await mkdir(join(blobs, 'rvs_0'), { recursive: true })
    await writeFile(join(blobs, 'rvs_0', 'original-0'), 'of another instance')
    expect(await refused(backup, { BLOB_URL: blobs })).toContain(
      'BLOB_URL: the blob store is not empty (rvs_0/original-0); name an empty one',
    )
  })

  it('`restore` fails with a one-line error if a running server uses the folder', async () => {
    const server = await serveFolder(newFolder())
    await rm(join(server.dataDir, 'auth-secret'))
    expect(await refused(backup, { DATA_DIR: server.dataDir })).toMatch(
      /a server uses .+exhibit\.sqlite; stop it/,
    )
  })

  it('`restore` fails with a one-line error if AUTH_SECRET is not the secret of the backup', async () => {
    expect(await refused(backup, { AUTH_SECRET: 'another secret of more than 32 characters' })).toContain(
      'AUTH_SECRET: it is not the secret of the backup',
    )
  })

  it('`restore` fails with a one-line error if its folder is missing or contains no backup', async () => {
    expect(await refused(join(folder, 'missing'))).toContain('is not a folder')
    expect(await refused(folder)).toContain('has no manifest.json')
  })

  async function restored() {
    const dataDir = newFolder()
    await succeed(['restore', backup], { DATA_DIR: dataDir })
    return { dataDir }
  }
})

describe('the refusals of `backup`', () => {
  it.each([
    ['no folder', [], 'name a folder'],
    ['an unknown option', ['--fast', 'x'], 'there is no option --fast'],
    ['a folder with other files', [folder], 'has other files'],
    ['a file', [join(folder, 'a-file')], 'is a file; a backup is a folder'],
  ])('`backup` refuses %s with a one-line error', async (_, args, text) => {
    await writeFile(join(folder, 'a-file'), '')
    const { code, fault } = await operate(['backup', ...args], instance.settings)
    expect([code, fault]).toEqual([1, expect.stringContaining(text)])
  })

  it('`backup` refuses a folder inside the blob store, and fails if the database is missing', async () => {
    const { dataDir } = instance.server
    const inside = await operate(['backup', join(dataDir, 'blobs', 'backup')], instance.settings)
    expect([inside.code, inside.fault]).toEqual([1, expect.stringContaining('is in the blob store')])
    const missing = await operate(['backup', newFolder()], { DATA_DIR: join(folder, 'nothing') })
    expect([missing.code, missing.fault]).toEqual([1, expect.stringContaining('there is no database at')])
    expect(await readdir(folder)).not.toContain('nothing')
  })
})

it('a backup with a missing blob contains all other data, and exits with code 1', async () => {
  const copy = newFolder()
  await succeed(['restore', (await backUp()).target], { DATA_DIR: copy })
  const blobs = join(copy, 'blobs')
  const [lost = ''] = (await readdir(blobs, { recursive: true })).filter(path => path.includes('/original-'))
  await rm(join(blobs, lost))
  const target = newFolder()
  const { code, stdout } = await operate(['backup', target], { DATA_DIR: copy })
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining(`lacks 1 blob that its database names, such as ${lost}`),
  ])
  const dataDir = newFolder()
  expect(await succeed(['restore', target], { DATA_DIR: dataDir })).toContain('The backup lacks 1 blob')
  const server = await serveFolder(dataDir)
  const { agent, person, pictures, reviewId } = instance
  const threads = await threadsOf(caller(server, { cookie: person.cookie }), reviewId)
  expect(threads.map(each => each.threadId)).toEqual(
    (await threadsOf(agent, reviewId)).map(each => each.threadId),
  )
  expect((await bytesAt(server, pictures[0] ?? '')).length).toBeGreaterThan(0)
})

it('`backup` and `restore` print their usage', async () => {
  for (const command of ['backup', 'restore', 'doctor', 'move'])
    expect(await succeed([command, '--help'], {})).toContain(`Usage: npm run ${command}`)
})
