import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cacheStatements } from '~~/server/db/drizzle/statement-cache'

describe('the cache of statements', () => {
  let connection: Database.Database
  let compiled: string[]
  let cached: ReturnType<typeof cacheStatements>

  beforeEach(() => {
    connection = new Database(':memory:')
    connection.exec("CREATE TABLE note (id integer, body text); INSERT INTO note VALUES (1, 'a')")
    compiled = []
    const counted = Object.assign(Object.create(connection) as Database.Database, {
      transaction: connection.transaction.bind(connection),
      prepare(sql: string) {
        compiled.push(sql)
        return connection.prepare(sql)
      },
    })
    cached = cacheStatements(counted)
  })
  afterEach(() => connection.close())

  it('the cache of statements compiles each SQL text only once', () => {
    for (let i = 2; i < 5; i++) cached.prepare('INSERT INTO note VALUES (?, ?)').run(i, 'b')
    expect(cached.prepare('SELECT count(*) AS n FROM note').get()).toEqual({ n: 4 })
    expect(compiled).toEqual(['INSERT INTO note VALUES (?, ?)', 'SELECT count(*) AS n FROM note'])
  })

  it('the cache of statements returns rows as objects even after it returned them as arrays', () => {
    const text = 'SELECT id, body FROM note'
    expect(cached.prepare(text).raw().all()).toEqual([[1, 'a']])
    expect(cached.prepare(text).all()).toEqual([{ id: 1, body: 'a' }])
    expect(cached.prepare(text).raw().get()).toEqual([1, 'a'])
    expect(compiled).toEqual([text, text])
  })

  it('the cache of statements drops the least recently used statement when it has more than 500', () => {
    const read = (i: number) => cached.prepare(`SELECT ${i}`).raw().get()
    for (let i = 0; i < 500; i++) read(i)
    read(0)
    expect(compiled).toHaveLength(500)
    read(500)
    read(0)
    expect(compiled).toHaveLength(501)
    read(1)
    expect(compiled).toHaveLength(502)
  })

  it('the cache of statements returns the columns of a changed schema', () => {
    const text = 'SELECT * FROM note'
    cached.prepare(text).all()
    connection.exec('ALTER TABLE note ADD COLUMN more text')
    expect(cached.prepare(text).all()).toEqual([{ id: 1, body: 'a', more: null }])
  })
})
