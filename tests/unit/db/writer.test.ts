import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Migrations, type OpenDatabase } from '~~/server/db/open'
import { workspace } from '~~/server/db/schema'
import { afterCommit, createWriter } from '~~/server/db/writer'

const drizzle = join(import.meta.dirname, '../../../drizzle')
const migrations: Migrations = Object.fromEntries(
  readdirSync(drizzle, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => [
      join(entry.parentPath, entry.name).slice(drizzle.length + 1),
      readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    ]),
)

let folder: string
let file: string
let database: OpenDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'exhibit-db-'))
  file = join(folder, 'test.sqlite')
  database = await openDatabase(file, migrations)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const row = (id: string) => ({ id, name: id, plan: 'free' as const, createdAt: 0 })
const names = async () =>
  (await database.db.select({ id: workspace.id }).from(workspace)).map(each => each.id).sort()

describe('the writer', () => {
  it('calls back after the commit of a closure that succeeded, and never for one that failed', async () => {
    const called: string[] = []
    const after = async (id: string) => {
      called.push(`${id}: ${(await names()).join()}`)
    }
    await Promise.allSettled([
      database.write(async tx => {
        await tx.insert(workspace).values(row('a'))
        afterCommit(() => void after('a'))
        expect(called).toEqual([])
      }),
      database.write(async tx => {
        await tx.insert(workspace).values(row('b'))
        afterCommit(() => void after('b'))
        throw new Error('second thoughts')
      }),
    ])
    await expect.poll(() => called).toEqual(['a: a'])
    expect(() => afterCommit(() => {})).toThrow('inside a write')
  })

  it('rolls a failed closure back alone', async () => {
    const outcomes = await Promise.allSettled([
      database.write(tx => tx.insert(workspace).values(row('a'))),
      database.write(async tx => {
        await tx.insert(workspace).values(row('b'))
        throw new Error('second thoughts')
      }),
      database.write(tx => tx.insert(workspace).values(row('c'))),
    ])
    expect(outcomes.map(each => each.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await names()).toEqual(['a', 'c'])
  })

  it('fails every closure of a batch whose commit fails, and goes on', async () => {
    const connection = new Database(join(folder, 'deferred.sqlite'))
    connection.pragma('foreign_keys = ON')
    connection.exec(
      'CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)',
    )
    const write = createWriter(connection, connection)
    const outcomes = await Promise.allSettled([
      write(async tx => tx.exec('INSERT INTO parent VALUES (1)')),
      // The constraint is looked at when the transaction commits.
      write(async tx => tx.exec('INSERT INTO child VALUES (1, 99)')),
    ])
    expect(outcomes.map(each => each.status)).toEqual(['rejected', 'rejected'])
    expect(connection.prepare('SELECT count(*) AS n FROM parent').get()).toEqual({ n: 0 })
    await write(async tx => tx.exec('INSERT INTO parent VALUES (2)'))
    expect(connection.prepare('SELECT id FROM parent').all()).toEqual([{ id: 2 }])
    connection.close()
  })

  it('loses nothing and keeps the order when 200 write at once', async () => {
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        database.write(async tx => {
          order.push(i)
          await tx.insert(workspace).values(row(`w${i}`))
        }),
      ),
    )
    expect(order).toEqual(Array.from({ length: 200 }, (_, i) => i))
    expect(await names()).toHaveLength(200)
  })

  it('answers only after the commit: another connection sees what was answered', async () => {
    const other = new Database(file, { readonly: true })
    for (let i = 0; i < 20; i++) {
      await database.write(tx => tx.insert(workspace).values(row(`w${i}`)))
      expect(other.prepare('SELECT count(*) AS n FROM workspace').get()).toEqual({ n: i + 1 })
    }
    other.close()
  })

  it('refuses a write inside a write, which would wait for itself', async () => {
    await expect(database.write(async () => database.write(async () => 1))).rejects.toThrow('inside a write')
    expect(await database.write(async () => 2)).toBe(2)
  })

  it('sees inside a closure what the closure wrote', async () => {
    const seen = await database.write(async tx => {
      await tx.insert(workspace).values(row('a'))
      return tx.select().from(workspace)
    })
    expect(seen).toHaveLength(1)
  })
})

describe('the reader', () => {
  it('cannot write', async () => {
    await expect(async () => {
      await database.db.insert(workspace).values(row('a'))
    }).rejects.toThrow()
    expect(await names()).toEqual([])
  })
})

describe('migrations', () => {
  it('are applied once, and a copy of the file is kept before a later one runs', async () => {
    await database.write(tx => tx.insert(workspace).values(row('a')))
    database.close()
    database = await openDatabase(file, migrations)
    expect(readdirSync(folder).filter(name => name.includes('before'))).toEqual([])
    database.close()

    const journal = JSON.parse(migrations['meta/_journal.json'] ?? '') as {
      entries: Record<string, unknown>[]
    }
    const later = {
      ...journal,
      entries: [
        ...journal.entries,
        { ...journal.entries.at(-1), idx: 99, when: Date.now() + 1e9, tag: '0099_later' },
      ],
    }
    database = await openDatabase(file, {
      ...migrations,
      'meta/_journal.json': JSON.stringify(later),
      '0099_later.sql': 'CREATE TABLE later (id integer)',
    })
    const copy = new Database(join(folder, 'test.sqlite.before-0099_later'), { readonly: true })
    expect(copy.prepare('SELECT id FROM workspace').all()).toEqual([{ id: 'a' }])
    copy.close()
  })
})
