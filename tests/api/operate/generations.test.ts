import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DAY } from '#shared/time'
import { runSql } from '../../support/data/database'
import { bytesAt, serve, sharedInstance, type Instance } from '../../support/server/instance'
import { comparableRows, flipByte, operate, operateJson, succeed } from '../../support/server/operate'
import { s3Credentials, startS3 } from '../../support/deployment/s3'
import { newFolders } from '../../support/server/new-folders'

const { folder, newFolder } = await newFolders('generations')

let instance: Instance
beforeAll(async () => {
  instance = await sharedInstance()
})

interface Done {
  generation: string
  generations: number
  exitCode: number
  blobs: { count: number; copied: number }
}

async function backUp(target: string, env: Record<string, string> = {}, ...options: string[]): Promise<Done> {
  const { code, result } = await operateJson<Done>(['backup', target, ...options], {
    ...instance.settings,
    ...env,
  })
  expect([code, result.exitCode]).toEqual([0, 0])
  return result
}

const generationsIn = async (target: string) =>
  (await readdir(target)).filter(name => name.startsWith('manifest-')).length

describe('a folder with several backups', () => {
  it('a backup folder keeps the seven newest backups, or as many as `--keep` states', async () => {
    const target = newFolder()
    for (let count = 1; count <= 8; count += 1)
      expect((await backUp(target)).generations).toBe(Math.min(count, 7))
    expect(await generationsIn(target)).toBe(7)
    expect((await backUp(target, {}, '--keep', '2')).generations).toBe(2)
    expect(await generationsIn(target)).toBe(2)
    expect((await readdir(target)).filter(name => name.startsWith('database-'))).toHaveLength(2)
  })

  it('an earlier backup in a backup folder can be restored, even with evidence deleted later', async () => {
    const target = newFolder()
    const address = await instance.addPicture()
    const rows = await comparableRows(instance.server)
    const { generation } = await backUp(target)
    const picture = await bytesAt(instance.server, address)
    await deletePictureAt(address)
    await backUp(target)
    const dataDir = newFolder()
    await succeed(['restore', target, '--generation', generation], { DATA_DIR: dataDir })
    expect(await comparableRows({ dataDir, databaseUrl: null })).toEqual(rows)
    const server = await serve({}, dataDir)
    onTestFinished(() => server.stop())
    expect(await bytesAt(server, address)).toEqual(picture)
    const { code, fault } = await operate(['restore', target, '--generation', 'x'], { DATA_DIR: newFolder() })
    expect([code, fault]).toEqual([1, expect.stringContaining(`has no generation x; it has ${generation}, `)])
  })

  it('the rows in a backup folder are compressed', async () => {
    const target = newFolder()
    await backUp(target)
    const [rows = ''] = (await readdir(target)).filter(name => name.startsWith('database-'))
    expect((await readFile(join(target, rows))).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
  })

  /** Deletes the artifact that was added last. */
  async function deletePictureAt(address: string): Promise<void> {
    const { body } = await instance.agent<{ artifacts: { id: string; embedUrl?: string }[] }>(
      'GET',
      `/v1/reviews/${instance.reviewId}`,
    )
    const found = body.artifacts.find(each => JSON.stringify(each).includes(address))
    expect((await instance.person.call('DELETE', `/api/artifacts/${found?.id}`)).status).toBe(204)
    instance.pictures.splice(instance.pictures.indexOf(address), 1)
  }

  it('a backup of an earlier version remains in the folder, and can still be restored', async () => {
    const target = newFolder()
    const { generation } = await backUp(target)
    await rm(join(target, `manifest-${generation}.json`))
    expect((await backUp(target)).generations).toBe(2)
    await succeed(['restore', target, '--generation', generation], { DATA_DIR: newFolder() })
  })
})

describe('the command `backup verify`', () => {
  it('`backup verify` reads every backup, and prints damaged and missing files', async () => {
    const target = newFolder()
    const first = await backUp(target)
    await instance.addPicture()
    const second = await backUp(target)
    const text = await succeed(['backup', 'verify', target], {})
    expect(text).toContain(first.generation)
    expect(text).toMatch(/2 backups with \d+ blobs \(.+\): every checksum is correct/)
    interface Verified {
      generations: { generation: string; blobs: number }[]
      damaged: string[]
    }
    const whole = await operateJson<Verified>(['backup', 'verify', target], {})
    expect(whole.result.generations.map(each => each.generation)).toEqual(
      [first, second].map(each => each.generation),
    )
    const copy = newFolder()
    await cp(target, copy, { recursive: true })
    const keys = (await readdir(join(copy, 'blobs'), { recursive: true })).filter(key => key.includes('/'))
    const [flipped = '', lost = ''] = keys.sort()
    await flipByte(join(copy, 'blobs', flipped))
    await rm(join(copy, 'blobs', lost))
    const rows = `database-${first.generation}.ndjson.gz`
    await flipByte(join(copy, rows))
    const { code, result } = await operateJson<Verified>(['backup', 'verify', copy], {})
    expect([code, result.damaged.sort()]).toEqual([1, [rows, flipped, lost].sort()])
    const { code: failed, stdout } = await operate(['backup', 'verify', copy], {})
    expect([failed, stdout]).toEqual([1, expect.stringContaining(`3 files missing or damaged: ${rows}, `)])
  })

  it('`backup verify` refuses a folder without a backup', async () => {
    expect(await operate(['backup', 'verify', folder], {})).toMatchObject({
      code: 1,
      fault: expect.stringContaining('has no manifest.json'),
    })
  })
})

describe('the secret of a backup', () => {
  const secretsIn = async (target: string) =>
    (await readdir(target)).filter(name => name.startsWith('auth-secret')).sort()

  const secretOf = async (dataDir: string) => readFile(join(dataDir, 'auth-secret'), 'utf8')

  /** Returns a copy of the instance whose secret can be changed. */
  async function copyOfInstance(): Promise<string> {
    const [dataDir, target] = [newFolder(), newFolder()]
    await backUp(target)
    await succeed(['restore', target], { DATA_DIR: dataDir })
    return dataDir
  }

  const refused = async (target: string, env: Record<string, string> = {}) => {
    const { code, fault } = await operate(['restore', target], { DATA_DIR: newFolder(), ...env })
    expect(code).toBe(1)
    return fault
  }

  it('each backup is restored with the AUTH_SECRET of its time, which is deleted with it', async () => {
    const source = await copyOfInstance()
    const target = newFolder()
    const first = await backUp(target, { DATA_DIR: source })
    const before = await secretOf(source)
    await writeFile(join(source, 'auth-secret'), 'a new secret of more than 32 characters')
    const second = await backUp(target, { DATA_DIR: source })
    const AUTH_SECRET = 'a setting of more than 32 characters'
    await backUp(target, { DATA_DIR: source, AUTH_SECRET })
    expect(await secretsIn(target)).toEqual(
      [first, second].map(({ generation }) => `auth-secret-${generation}`).sort(),
    )
    const dataDir = newFolder()
    await succeed(['restore', target, '--generation', first.generation], { DATA_DIR: dataDir })
    expect(await secretOf(dataDir)).toBe(before)
    const another = newFolder()
    await succeed(['restore', target, '--generation', second.generation], { DATA_DIR: another })
    expect(await secretOf(another)).toBe('a new secret of more than 32 characters')
    await backUp(target, { DATA_DIR: source, AUTH_SECRET }, '--keep', '1')
    expect(await secretsIn(target)).toEqual([])
  })

  it('`backup verify` finds a missing or damaged secret, which AUTH_SECRET can replace', async () => {
    const target = newFolder()
    const { generation } = await backUp(target)
    const name = `auth-secret-${generation}`
    const secret = await readFile(join(target, name), 'utf8')
    for (const damage of [() => flipByte(join(target, name)), () => rm(join(target, name))]) {
      await damage()
      const { code, result } = await operateJson<{ damaged: string[] }>(['backup', 'verify', target], {})
      expect([code, result.damaged]).toEqual([1, [name]])
      expect(await refused(target)).toContain(`${name} of ${target} is missing or damaged; set AUTH_SECRET`)
      expect(await refused(target, { AUTH_SECRET: 'another secret of more than 32 characters' })).toContain(
        'AUTH_SECRET: it is not the secret of the backup',
      )
      await succeed(['restore', target], { DATA_DIR: newFolder(), AUTH_SECRET: secret })
    }
  })

  it('`restore` reads the shared secret of old backups, which is deleted with the last of them', async () => {
    const target = newFolder()
    const { generation } = await backUp(target)
    const name = `auth-secret-${generation}`
    for (const file of ['manifest.json', `manifest-${generation}.json`]) {
      const manifest = JSON.parse(await readFile(join(target, file), 'utf8')) as object
      await writeFile(join(target, file), JSON.stringify({ ...manifest, format: 2, secret: true }))
    }
    await rename(join(target, name), join(target, 'auth-secret'))
    const secret = await readFile(join(target, 'auth-secret'), 'utf8')
    const { generation: second } = await backUp(target)
    expect(await secretsIn(target)).toEqual(['auth-secret', `auth-secret-${second}`])
    expect(await succeed(['backup', 'verify', target], {})).toContain('every checksum is correct')
    const dataDir = newFolder()
    await succeed(['restore', target, '--generation', generation], { DATA_DIR: dataDir })
    expect(await secretOf(dataDir)).toBe(secret)
    await rm(join(target, 'auth-secret'))
    const verified = await operateJson<{ damaged: string[] }>(['backup', 'verify', target], {})
    expect(verified.result.damaged).toEqual(['auth-secret'])
    await succeed(['restore', target, '--generation', generation], {
      DATA_DIR: newFolder(),
      AUTH_SECRET: secret,
    })
    await writeFile(join(target, 'auth-secret'), secret)
    const { generation: third } = await backUp(target, {}, '--keep', '1')
    expect(await secretsIn(target)).toEqual([`auth-secret-${third}`])
  })
})

describe('a backup in a bucket', () => {
  it('a backup in a bucket is made, continued, verified and restored like one in a folder', async () => {
    const s3 = await startS3()
    onTestFinished(() => s3.stop())
    const target = s3.address('backups/nightly')
    const before = await comparableRows(instance.server)
    const first = await backUp(target, s3Credentials)
    expect(first.blobs.copied).toBe(first.blobs.count)
    expect((await backUp(target, s3Credentials)).blobs.copied).toBe(0)
    const objects = await s3.objects()
    expect(objects).toEqual(
      expect.arrayContaining(
        ['manifest.json', 'exhibit-backup.txt', `auth-secret-${first.generation}`].map(
          name => `backups/nightly/${name}`,
        ),
      ),
    )
    expect(objects).not.toContain('backups/nightly/lock')
    expect(await succeed(['backup', 'verify', target], s3Credentials)).toContain('every checksum is correct')
    const dataDir = newFolder()
    await succeed(['restore', target], { DATA_DIR: dataDir, ...s3Credentials })
    expect(await comparableRows({ dataDir, databaseUrl: null })).toEqual(before)
    const other = await operate(['backup', s3.address('backups')], { ...instance.settings, ...s3Credentials })
    expect(other).toMatchObject({ code: 1, fault: expect.stringContaining('has other files') })
    const blobUrl = s3.address('evidence')
    const inside = await operate(['backup', s3.address('evidence/backup')], {
      DATA_DIR: dataDir,
      BLOB_URL: blobUrl,
      ...s3Credentials,
    })
    expect(inside).toMatchObject({ code: 1, fault: expect.stringContaining('is in the blob store') })
  })
})

describe('the output of every command with `--json`', () => {
  it('each operator command with `--json` prints one object with the exit code, even on errors', async () => {
    const target = newFolder()
    const backup = await operateJson<Done>(['backup', target], instance.settings)
    expect(backup.result).toMatchObject({ command: 'backup', exitCode: 0, missing: [], damaged: [] })
    const restored = await operateJson(['restore', target], { DATA_DIR: newFolder() })
    const { count } = backup.result.blobs
    expect(restored.result).toMatchObject({ command: 'restore', exitCode: 0, blobs: { count } })
    const doctor = await operateJson<{ findings: object[] }>(['doctor'], instance.settings)
    expect(doctor.result).toMatchObject({ command: 'doctor', exitCode: 0 })
    expect(doctor.result.findings[0]).toMatchObject({ check: 'Node', level: 'ok' })
    for (const [args, text] of [
      [['backup'], 'name a folder'],
      [['backup', target, '--keep', '0'], '--keep takes a number from 1'],
      [['restore', folder], 'has no manifest.json'],
      [['move'], 'name the new database'],
    ] as const) {
      const { code, result } = await operateJson<{ error: string }>([...args], instance.settings)
      expect([code, result.error]).toEqual([1, expect.stringContaining(text)])
    }
  })
})

it('a backup succeeds and prints a note if its time cannot be recorded', async () => {
  const copy = newFolder()
  const target = newFolder()
  await backUp(target)
  await succeed(['restore', target], { DATA_DIR: copy })
  await mkdir(join(copy, 'last-backup.json.new'))
  const { code, stderr } = await operate(['backup', newFolder()], { DATA_DIR: copy })
  const note = 'DATA_DIR: the time of this backup cannot be written there (EISDIR)'
  expect([code, stderr]).toEqual([0, expect.stringContaining(note)])
})

it('the time of a complete backup is stored in DATA_DIR for `doctor` and the metrics', async () => {
  const file = join(instance.server.dataDir, 'last-backup.json')
  const target = newFolder()
  const before = Date.now()
  await backUp(target)
  const { at, to } = JSON.parse(await readFile(file, 'utf8')) as { at: string; to: string }
  expect(to).toBe(target)
  expect(Date.parse(at)).toBeGreaterThanOrEqual(before)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

it('`doctor` states the age of the last backup, and warns of an old backup', async () => {
  const [dataDir, target] = [newFolder(), newFolder()]
  await backUp(target)
  await succeed(['restore', target], { DATA_DIR: dataDir })
  interface Finding {
    check: string
    level: string
    text: string
  }
  const backup = async () => {
    const { result } = await operateJson<{ findings: Finding[] }>(['doctor'], { DATA_DIR: dataDir })
    return result.findings.find(each => each.check === 'backup')
  }
  const none = 'npm run backup has recorded none in DATA_DIR'
  expect(await backup()).toEqual({ check: 'backup', level: 'ok', text: none })
  await runSql({ dataDir, databaseUrl: null }, `UPDATE event SET created_at = ${Date.now() - 8 * DAY}`)
  const remedy = `${none}; run npm run backup -- FOLDER`
  expect(await backup()).toEqual({ check: 'backup', level: 'warning', text: remedy })
  await succeed(['backup', target], { DATA_DIR: dataDir })
  const text = `the last complete one was made less than a day ago, to ${target}`
  expect(await backup()).toEqual({ check: 'backup', level: 'ok', text })
  const at = new Date(Date.now() - 9.5 * DAY).toISOString()
  await writeFile(join(dataDir, 'last-backup.json'), JSON.stringify({ at, to: target }))
  expect(await backup()).toMatchObject({ level: 'warning', text: expect.stringContaining('9 days ago') })
})
