import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReader } from '~~/server/operate/instance/reader'
import { openSqliteTarget } from '~~/server/operate/instance/sqlite-target'
import { migrations } from '../../support/data/migrations'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exhibit-operate-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Returns the files in the test folder that this process has open. */
async function openFiles(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd')
  const paths = descriptors.map(each => readlink(`/proc/self/fd/${each}`).catch(() => ''))
  return (await Promise.all(paths)).filter(path => path.startsWith(folder))
}

describe('a database that cannot be used', () => {
  it('operator commands refuse a target database of another application, and close it', async () => {
    const file = join(folder, 'other.sqlite')
    const other = new Database(file)
    other.exec('CREATE TABLE other (id INTEGER)')
    other.close()
    await expect(openSqliteTarget(file, 'DATA_DIR', migrations)).rejects.toThrow('of another application')
    expect(await openFiles()).toEqual([])
  })

  it('operator commands refuse a file that is not a database, and close it', async () => {
    const file = join(folder, 'text.sqlite')
    await writeFile(file, 'This is not a database. '.repeat(100))
    await expect(openReader({ dialect: 'sqlite', file }, 'DATA_DIR')).rejects.toThrow('SQLITE_NOTADB')
    await expect(openSqliteTarget(file, 'DATA_DIR', migrations)).rejects.toThrow('not a database')
    expect(await openFiles()).toEqual([])
  })
})
