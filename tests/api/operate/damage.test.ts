import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runSql } from '../../support/data/database'
import { sharedInstance } from '../../support/server/instance'
import { comparableRows, flipByte, operate, operateJson, succeed } from '../../support/server/operate'
import { newFolders } from '../../support/server/new-folders'

// The tests damage copies of one instance as a disk or an earlier version can. No server uses the copies.
const { newFolder } = await newFolders('damage')

interface Backup {
  damagedRows: { table: string; id: string; column: string | null }[]
}

/** The size of an SQLite page in bytes. */
const PAGE_BYTES = 4096

const restored = newFolder()
beforeAll(async () => {
  const backup = newFolder()
  await succeed(['backup', backup], (await sharedInstance()).settings)
  await succeed(['restore', backup], { DATA_DIR: restored })
})

async function copyOfInstance(): Promise<string> {
  const dataDir = newFolder()
  await cp(restored, dataDir, { recursive: true })
  return dataDir
}

const databaseOf = (dataDir: string) => ({ dataDir, databaseUrl: null })

async function originalOf(dataDir: string): Promise<string> {
  const keys = await readdir(join(dataDir, 'blobs'), { recursive: true })
  return keys.sort().find(key => key.includes('/original-')) ?? ''
}

it('`doctor`, `backup` and `restore` find one flipped byte in an original, and print its key', async () => {
  const dataDir = await copyOfInstance()
  const key = await originalOf(dataDir)
  await flipByte(join(dataDir, 'blobs', key))
  expect((await operate(['doctor'], { DATA_DIR: dataDir })).code).toBe(0)
  const deep = await operate(['doctor', '--deep'], { DATA_DIR: dataDir })
  expect([deep.code, deep.stdout]).toEqual([
    2,
    expect.stringContaining(`1 blob with wrong bytes; restore them from a backup, such as ${key}`),
  ])
  const target = newFolder()
  const backup = await operate(['backup', target], { DATA_DIR: dataDir })
  expect([backup.code, backup.stdout]).toEqual([
    1,
    expect.stringContaining(`Damaged in the instance: 1 blob (${key})`),
  ])
  expect(await succeed(['restore', target], { DATA_DIR: newFolder() })).toContain(
    'Damaged when the backup was made: 1 blob',
  )
})

it('`doctor` counts the checksums that it compared', async () => {
  const { stdout } = await operate(['doctor', '--deep'], { DATA_DIR: await copyOfInstance() })
  expect(stdout).toMatch(/evidence +ok +\d+ blobs, all present with the right size; [1-9]\d* checksums right/)
})

it('a backup never replaces its good copy of a blob with a damaged one, but repairs a bad copy', async () => {
  const dataDir = await copyOfInstance()
  const key = await originalOf(dataDir)
  const target = newFolder()
  await succeed(['backup', target], { DATA_DIR: dataDir })
  await flipByte(join(dataDir, 'blobs', key))
  await succeed(['backup', target], { DATA_DIR: dataDir })
  const repaired = newFolder()
  await succeed(['restore', target], { DATA_DIR: repaired })
  expect((await operate(['doctor', '--deep'], { DATA_DIR: repaired })).code).toBe(0)

  const second = newFolder()
  expect((await operate(['backup', second], { DATA_DIR: dataDir })).code).toBe(1)
  await flipByte(join(dataDir, 'blobs', key))
  expect(await succeed(['backup', second], { DATA_DIR: dataDir })).toContain('; 1 new, ')
})

it('a backup reports a damaged row, and contains the other rows', async () => {
  const dataDir = await copyOfInstance()
  const database = databaseOf(dataDir)
  const [revision] = await runSql<{ id: string }>(database, 'SELECT id FROM revision LIMIT 1')
  const [comment] = await runSql<{ id: string }>(database, 'SELECT id FROM comment LIMIT 1')
  await runSql(database, "UPDATE revision SET pending = '{broken' WHERE id = ?", [revision?.id ?? ''])
  await runSql(database, "UPDATE comment SET mentions = 'x' WHERE id = ?", [comment?.id ?? ''])
  const doctor = await operate(['doctor'], { DATA_DIR: dataDir })
  expect([doctor.code, doctor.stdout]).toEqual([
    2,
    expect.stringContaining(`revision ${revision?.id} (pending)`),
  ])
  const target = newFolder()
  const { code, result } = await operateJson<Backup>(['backup', target], { DATA_DIR: dataDir })
  expect([code, result.damagedRows]).toEqual([
    1,
    expect.arrayContaining([{ table: 'revision', id: revision?.id, column: 'pending' }]),
  ])
  expect((await operate(['backup', target], { DATA_DIR: dataDir })).stdout).toMatch(
    /The database is damaged\. Rows that cannot be read were left out: .*revision rvs_\S+ \(pending\)/,
  )
  const other = newFolder()
  expect(await succeed(['restore', target], { DATA_DIR: other })).toContain(
    'The backup lacks what was damaged',
  )
  const [before, after] = [await comparableRows(database), await comparableRows(databaseOf(other))]
  expect(after.revision).toHaveLength(before.revision?.length ?? 0)
  expect(after.user).toEqual(before.user)
})

it('a backup that omits a damaged row also omits rows that refer to it, and can be restored', async () => {
  const dataDir = await copyOfInstance()
  const database = databaseOf(dataDir)
  await runSql(
    database,
    'INSERT INTO webhook (id, workspace_id, url, format, events, secret, created_at) ' +
      "SELECT 'whk_1', id, 'https://example.org', 'json', '{', 'x', 0 FROM workspace LIMIT 1",
  )
  await runSql(
    database,
    'INSERT INTO webhook_delivery (id, webhook_id, type, attempts, created_at) ' +
      "VALUES ('whd_1', 'whk_1', 'test', '[]', 0)",
  )
  const target = newFolder()
  const { code, result } = await operateJson<Backup>(['backup', target], { DATA_DIR: dataDir })
  expect([code, result.damagedRows]).toEqual([
    1,
    [
      { table: 'webhook', id: 'whk_1', column: null },
      { table: 'webhook_delivery', id: 'whd_1', column: null },
    ],
  ])
  const other = newFolder()
  await succeed(['restore', target], { DATA_DIR: other })
  const after = await comparableRows(databaseOf(other))
  const before = await comparableRows(databaseOf(restored))
  expect(after).toEqual(before)
})

it('if a page of the database is damaged, a backup omits and reports only the rows on it', async () => {
  const dataDir = await copyOfInstance()
  const file = join(dataDir, 'exhibit.sqlite')
  const bytes = await readFile(file)
  const page = Math.floor(bytes.indexOf('Line\u2028separator') / PAGE_BYTES) * PAGE_BYTES
  expect(page).toBeGreaterThan(0)
  bytes.writeUInt8(0, page)
  await writeFile(file, bytes)
  const target = newFolder()
  const { code, result } = await operateJson<Backup>(['backup', target], { DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect([...new Set(result.damagedRows.map(each => each.table))]).toEqual(['comment', 'comment_image'])
  const other = newFolder()
  await succeed(['restore', target], { DATA_DIR: other })
  const [before, after] = [
    await comparableRows(databaseOf(restored)),
    await comparableRows(databaseOf(other)),
  ]
  expect(after.revision).toEqual(before.revision)
  expect(after.thread).toEqual(before.thread)
})

it('`doctor` reports texts of earlier versions that contain U+0000 or an unpaired surrogate', async () => {
  const dataDir = await copyOfInstance()
  const database = databaseOf(dataDir)
  const [comment] = await runSql<{ id: string }>(database, 'SELECT id FROM comment LIMIT 1')
  const [review] = await runSql<{ id: string }>(database, 'SELECT id FROM review LIMIT 1')
  await runSql(database, "UPDATE comment SET body = 'a' || char(0) || 'b' WHERE id = ?", [comment?.id ?? ''])
  await runSql(database, 'UPDATE revision SET pending = ? WHERE id = (SELECT id FROM revision LIMIT 1)', [
    '{"title":"half \\ud83c"}',
  ])
  const { code, stdout } = await operate(['doctor'], { DATA_DIR: dataDir })
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/texts +warning +2 with U\+0000 or half a character/),
  ])
  expect(stdout).toContain(`comment ${comment?.id} (body)`)
  expect(stdout).toMatch(/revision rvs_\S+ \(pending\)/)
  expect(stdout).not.toContain(`review ${review?.id} (`)
})
