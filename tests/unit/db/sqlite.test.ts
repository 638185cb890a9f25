import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '~~/server/db/engine'
import { workspace } from '~~/server/db/schema'
import { createDiskReserve } from '~~/server/db/sqlite/disk-reserve'
import { createGroupCommit } from '~~/server/db/sqlite/group-commit'
import { DatabaseInUseError, lockDatabase } from '~~/server/db/sqlite/lock'
import { openSqlite } from '~~/server/db/sqlite/open'
import { startFault } from '~~/server/db/start-fault'
import { migrations, withLaterMigration } from '../../support/data/migrations'
import { describeWrite } from '../../support/data/write/write-suite'

const newFolder = () => mkdtempSync(join(tmpdir(), 'exhibit-db-'))

/** A database with the current schema; most tests use a copy of it. */
let migrated: string
beforeAll(async () => {
  migrated = join(newFolder(), 'migrated.sqlite')
  await (await openSqlite(migrated, migrations)).close()
})
afterAll(() => rmSync(dirname(migrated), { recursive: true }))

/** Opens a database with the current schema at a path. */
function open(path: string): Promise<OpenDatabase> {
  copyFileSync(migrated, path)
  return openSqlite(path, migrations)
}

describeWrite('SQLite', async () => {
  const folder = newFolder()
  const database = await open(join(folder, 'test.sqlite'))
  return {
    database,
    async dispose() {
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
})

let folder: string
let file: string
let database: OpenDatabase

beforeEach(async () => {
  folder = newFolder()
  file = join(folder, 'test.sqlite')
  database = await open(file)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const row = (id: string) => ({ id, name: id, plan: 'free' as const, createdAt: 0 })

describe('the migrations', () => {
  it('a migration deletes the temporary folder of a process that was killed a day ago', async () => {
    const left = (name: string, hours: number) => {
      const path = join(tmpdir(), `exhibit-migrations-${name}-${randomUUID()}`)
      mkdirSync(path)
      const at = new Date(Date.now() - hours * 3_600_000)
      utimesSync(path, at, at)
      return path
    }
    const [old, recent] = [left('old', 25), left('recent', 23)]
    await (await openSqlite(join(folder, 'second.sqlite'), migrations)).close()
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true])
    rmSync(recent, { recursive: true })
  })
})

describe('the reserved disk space', () => {
  it('space of the disk reserve that a deletion uses stays free while others allocate it', async () => {
    const path = join(folder, 'reserve')
    const reserve = createDiskReserve(path)
    const allocating = reserve.allocate()
    const sizes: number[] = []
    const removal = (name: string) =>
      reserve.use(async () => {
        // Another deletion also allocates the reserved space again when it ends.
        void reserve.allocate()
        // Writes twice the size of the reserve file, which takes at least as long as creating that file.
        await writeFile(`${path}-${name}`, Buffer.alloc(8 * 1024 ** 2), { flush: true })
        sizes.push(statSync(path).size)
        return name
      })
    expect(await Promise.all([removal('one'), removal('two'), allocating])).toEqual(['one', 'two', undefined])
    expect(sizes).toEqual([3 * 1024 ** 2, 3 * 1024 ** 2])
    await reserve.allocate()
    expect(statSync(path).size).toBe(4 * 1024 ** 2)
  })

  it('a deletion that finds no space gets the disk reserve part by part, and then fails', async () => {
    const path = join(folder, 'parts')
    const reserve = createDiskReserve(path)
    await reserve.allocate()
    const sizes: number[] = []
    const noSpace = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    const run = (needed: number) =>
      reserve.use(async () => {
        sizes.push(statSync(path, { throwIfNoEntry: false })?.size ?? 0)
        if (sizes.length < needed) throw noSpace
        return 'deleted'
      })
    expect(await run(3)).toBe('deleted')
    expect(sizes.splice(0)).toEqual([3, 2, 1].map(each => each * 1024 ** 2))
    await expect(run(9)).rejects.toBe(noSpace)
    expect(sizes).toEqual([3, 2, 1, 0, 0].map(each => each * 1024 ** 2))
    expect(statSync(path).size).toBe(4 * 1024 ** 2)
  })

  it('allocating the disk reserve extends a partly allocated file and keeps its bytes', async () => {
    const path = join(folder, 'partial-reserve')
    const part = Buffer.alloc(1024 ** 2, 'x')
    await writeFile(path, part)
    const partOnDisk = statSync(path).ino
    await createDiskReserve(path).allocate()
    expect(statSync(path)).toMatchObject({ size: 4 * 1024 ** 2, ino: partOnDisk })
    expect(readFileSync(path).subarray(0, part.length).equals(part)).toBe(true)
  })
})

describe('group commit', () => {
  it('when a commit fails, every write of the batch is rejected, and the next batch runs', async () => {
    const connection = new Database(join(folder, 'deferred.sqlite'))
    connection.pragma('foreign_keys = ON')
    connection.exec(
      'CREATE TABLE parent (id INTEGER PRIMARY KEY); ' +
        'CREATE TABLE child (id INTEGER PRIMARY KEY, ' +
        'parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)',
    )
    const write = createGroupCommit(connection, connection)
    const outcomes = await Promise.allSettled([
      write(async tx => tx.exec('INSERT INTO parent VALUES (1)')),
      // Violates a deferred constraint, which SQLite checks only at the commit.
      write(async tx => tx.exec('INSERT INTO child VALUES (1, 99)')),
    ])
    expect(outcomes.map(each => each.status)).toEqual(['rejected', 'rejected'])
    expect(connection.prepare('SELECT count(*) AS n FROM parent').get()).toEqual({ n: 0 })
    await write(async tx => tx.exec('INSERT INTO parent VALUES (2)'))
    expect(connection.prepare('SELECT id FROM parent').all()).toEqual([{ id: 2 }])
    connection.close()
  })

  it('after a failed rollback, the next batch of writes still runs', async () => {
    const connection = new Database(join(folder, 'rollback.sqlite'))
    connection.exec('CREATE TABLE note (body text)')
    let failures = 1
    const prepare = connection.prepare.bind(connection)
    connection.prepare = ((statement: string) => {
      const prepared = prepare(statement)
      if (statement === 'COMMIT' || statement === 'ROLLBACK')
        return {
          run() {
            if (failures > 0 && (statement === 'COMMIT' || failures-- > 0)) throw new Error('disk I/O error')
            return prepared.run()
          },
        }
      return prepared
    }) as typeof connection.prepare
    const write = createGroupCommit(connection, connection)
    const note = () => write(async tx => tx.exec('INSERT INTO note VALUES (1)'))
    await expect(note()).rejects.toThrow('disk I/O error')
    await note()
    expect(connection.prepare('SELECT count(*) AS n FROM note').get()).toEqual({ n: 1 })
    connection.close()
  })

  it('writes run in the order of their calls', async () => {
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
  })

  it('writes that arrive in successive turns of the event loop share one commit', async () => {
    const connection = new Database(join(folder, 'turns.sqlite'))
    connection.exec('CREATE TABLE note (body text)')
    let commits = 0
    const prepare = connection.prepare.bind(connection)
    connection.prepare = ((statement: string) => {
      const prepared = prepare(statement)
      if (statement !== 'COMMIT') return prepared
      return { run: () => ((commits += 1), prepared.run()) }
    }) as typeof connection.prepare
    const write = createGroupCommit(connection, connection)
    const written: Promise<unknown>[] = []
    for (let i = 0; i < 20; i++) {
      // The promise is created before the write, so its turn of the event loop begins before the turn for
      // which the writer waits. The next write is thus queued before the commit, like the write of a request
      // that has already arrived.
      const turn = new Promise(resolve => setImmediate(resolve))
      written.push(write(async tx => tx.exec('INSERT INTO note VALUES (1)')))
      await turn
    }
    await Promise.all(written)
    expect(commits).toBe(1)
    connection.close()
  })

  it('a write resolves after the commit, so another connection to the file sees the change', async () => {
    const other = new Database(file, { readonly: true })
    for (let i = 0; i < 20; i++) {
      await database.write(tx => tx.insert(workspace).values(row(`w${i}`)))
      expect(other.prepare('SELECT count(*) AS n FROM workspace').get()).toEqual({ n: i + 1 })
    }
    other.close()
  })
})

describe('reads in one turn of the event loop', () => {
  const count = async () => (await database.db.select().from(workspace)).length
  const nextTurn = () => new Promise(resolve => setImmediate(resolve))

  it('a read sees the writes of other processes only in a later turn of the event loop', async () => {
    const other = new Database(file)
    const insert = other.prepare(
      "INSERT INTO workspace (id, name, plan, created_at) VALUES (?, 'x', 'free', 0)",
    )
    expect(await count()).toBe(0)
    insert.run('a')
    expect(await count()).toBe(0)
    await nextTurn()
    expect(await count()).toBe(1)
    other.close()
  })

  it('a read sees the commits of its own process, even in the same turn of the event loop', async () => {
    for (let i = 0; i < 50; i++) {
      const reads: Promise<number>[] = []
      const written = database.write(async tx => {
        reads.push(count())
        await tx.insert(workspace).values(row(`w${i}`))
      })
      await written
      // The reads in `reads` ran during the write, and therefore saw the state before the write.
      expect(await Promise.all(reads)).toEqual([i])
      expect(await count()).toBe(i + 1)
    }
  })

  it('frequent reads do not prevent SQLite from reusing its write-ahead log', async () => {
    const name = 'x'.repeat(4000)
    for (let i = 0; i < 4000; i++)
      await database.write(async tx => {
        await count()
        await tx.delete(workspace)
        await tx.insert(workspace).values({ ...row(`w${i}`), name })
      })
    // SQLite reuses the write-ahead log from its beginning once the log has a thousand pages.
    expect(statSync(`${file}-wal`).size).toBeLessThan(8 * 1024 * 1024)
  })
})

describe('migrations', () => {
  const copies = () => readdirSync(folder).filter(name => name.includes('before'))
  const later = withLaterMigration(migrations, 'CREATE TABLE later (id integer)')

  it('a migration runs only once, and the database is copied before a later migration runs', async () => {
    await database.write(tx => tx.insert(workspace).values(row('a')))
    database.close()
    database = await openSqlite(file, migrations)
    expect(copies()).toEqual([])
    database.close()

    const notices: [string, Record<string, unknown>][] = []
    database = await openSqlite(file, later, (...notice) => notices.push(notice))
    const [name = '', ...others] = copies()
    expect([name, others]).toEqual([expect.stringMatching(/^test\.sqlite\.before-\w+-\d{8}T\d{6}Z$/), []])
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    const copy = new Database(join(folder, name), { readonly: true })
    expect(copy.prepare('SELECT id FROM workspace').all()).toEqual([{ id: 'a' }])
    copy.close()
    const steps = { from: expect.stringMatching(/^\d{4}_/) as string, to: '0099_later' }
    expect(notices).toEqual([
      [
        expect.stringContaining('copied'),
        { ...steps, path: join(folder, name), bytes: expect.any(Number) as number },
      ],
      [expect.stringContaining('updated'), steps],
    ])
  })

  it('migrations keep the three newest copies of a database, and remove incomplete copies', async () => {
    database.close()
    writeFileSync(`${file}.copying`, 'left by a killed start')
    for (const [index, name] of ['1.10.0-b', '1.9.0-a', '0001_of_an_earlier_version'].entries()) {
      writeFileSync(`${file}.before-${name}`, '')
      utimesSync(`${file}.before-${name}`, index, index)
    }
    database = await openSqlite(file, later)
    expect(copies()).toHaveLength(3)
    expect(copies()).not.toContain('test.sqlite.before-1.10.0-b')
    expect(readdirSync(folder).filter(name => name.includes('copying'))).toEqual([])
    database.close()

    copyFileSync(migrated, file)
    const before = copies()
    // A directory with this name prevents SQLite from writing the copy.
    mkdirSync(`${file}.copying-journal/x`, { recursive: true })
    await expect(openSqlite(file, later)).rejects.toThrow()
    expect(copies()).toEqual(before)
    rmSync(`${file}.copying-journal`, { recursive: true })
    database = await openSqlite(file, migrations)
  })

  it('a database older than the baseline is not changed, and the error names the remedy', async () => {
    await database.close()
    const connection = new Database(file)
    connection.exec('UPDATE __drizzle_migrations SET created_at = 1')
    connection.close()
    const before = readFileSync(file)
    const failure = await openSqlite(file, later).catch((error: unknown) => error)
    expect(startFault(failure, { dialect: 'sqlite', file }, 'DATA_DIR')?.message).toMatch(
      / DATA_DIR: this version of Exhibit cannot .+; start the version of commit [\da-f]{10} on it once/,
    )
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(copies()).toEqual([])
    copyFileSync(migrated, file)
    database = await openSqlite(file, migrations)
  })
})

describe('the write-ahead log', () => {
  it('compacting the database empties the write-ahead log, and does not wait for a reader', async () => {
    const bytes = () => statSync(`${file}-wal`).size
    const reader = new Database(file, { readonly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM workspace').get()
    for (let i = 0; i < 50; i++) await database.write(tx => tx.insert(workspace).values(row(`w${i}`)))
    const before = bytes()
    expect(before).toBeGreaterThan(0)
    const begun = performance.now()
    await database.compact()
    // If the connection waited for the reader, it would wait for its whole busy timeout of five seconds.
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(bytes()).toBe(before)
    reader.exec('COMMIT')
    reader.close()
    await database.compact()
    expect(bytes()).toBe(0)
    await database.write(tx => tx.insert(workspace).values(row('later')))
  })
})

describe('the lock of a database file', () => {
  it('only one server or command holds the lock of a database file', async () => {
    await expect(openSqlite(file, migrations)).rejects.toThrow(DatabaseInUseError)
    expect(() => lockDatabase(file)).toThrow(DatabaseInUseError)
    await database.close()
    lockDatabase(file)()
    database = await openSqlite(file, migrations)
  })

  it('the lock of a database file is released if the database cannot be opened', async () => {
    const broken = join(folder, 'broken.sqlite')
    writeFileSync(broken, 'This is text, and longer than the header of a database file. '.repeat(40))
    await expect(openSqlite(broken, migrations)).rejects.toThrow('file is not a database')
    lockDatabase(broken)()
  })

  it('a server does not start while a command holds the lock, and the error states the remedy', async () => {
    await database.close()
    const unlock = lockDatabase(file)
    const failure = await openSqlite(file, migrations).catch((error: unknown) => error)
    const fault = startFault(failure, { dialect: 'sqlite', file }, 'DATA_DIR')
    expect(fault?.message).toContain(
      `DATA_DIR: another server, npm run restore or npm run move uses ${file}; start the server when`,
    )
    unlock()
    database = await openSqlite(file, migrations)
  })

  it('the lock of a database file is released when its process is killed', async () => {
    await database.close()
    const holder = spawn(process.execPath, [
      '--eval',
      `const file = new (require('better-sqlite3'))(process.argv[1]);` +
        `file.exec('BEGIN EXCLUSIVE'); console.log('locked'); setInterval(() => {}, 1000)`,
      `${file}.lock`,
    ])
    await once(holder.stdout, 'data')
    await expect(openSqlite(file, migrations)).rejects.toThrow(DatabaseInUseError)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    database = await openSqlite(file, migrations)
  })
})
