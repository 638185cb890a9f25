import { eq, inArray, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '~~/server/db/engine'
import { NewerSchemaError } from '~~/server/db/migrations'
import { openPostgres } from '~~/server/db/postgres/open'
import { meter, workspace } from '~~/server/db/schema'
import { startFault } from '~~/server/db/start-fault'
import { lock } from '~~/server/db/locks'
import { afterCommit } from '~~/server/db/write'
import { isUnavailable } from '~~/server/errors/unavailable'
import { postgresMigrations, withLaterMigration } from '../../support/data/migrations'
import { query } from '../../support/deployment/postgres'
import { startPostgres, type PostgresServer } from '../../support/deployment/postgres-server'
import { describeWrite } from '../../support/data/write/write-suite'

// The schema module reads this setting when it is imported, to choose the database.
vi.hoisted(() => {
  process.env.DATABASE_URL = 'postgres://'
  // The log reads all settings, and a server on PostgreSQL requires the setting AUTH_SECRET.
  process.env.AUTH_SECRET = 'a secret of at least 32 characters'
})

let server: PostgresServer
/** A database with the current schema; most tests use a copy of it. */
let migrated: string
beforeAll(async () => {
  server = await startPostgres()
  migrated = await server.createDatabase()
  await (await openPostgres(migrated, postgresMigrations)).close()
})
afterAll(() => server.stop())

const row = (id: string) => ({ id, name: id, plan: 'free' as const, createdAt: 0 })

describeWrite('PostgreSQL', async () => {
  const database = await openPostgres(await server.createDatabase(migrated), postgresMigrations)
  return { database, dispose: () => database.close() }
})

// One node runs its transactions one after another, so only transactions of different nodes conflict.
describeWrite('four nodes in turns on PostgreSQL', async () => {
  const url = await server.createDatabase(migrated)
  const nodes = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url, postgresMigrations)))
  const [first] = nodes
  if (!first) throw new Error('no node')
  let turn = 0
  const write: OpenDatabase['write'] = run => (nodes[(turn += 1) % nodes.length] ?? first).write(run)
  return {
    database: { ...first, write },
    dispose: async () => void (await Promise.all(nodes.map(node => node.close()))),
  }
})

describe('the locks of writes on PostgreSQL', () => {
  let nodes: [OpenDatabase, OpenDatabase]
  beforeEach(async () => {
    const url = await server.createDatabase(migrated)
    nodes = [await openPostgres(url, postgresMigrations), await openPostgres(url, postgresMigrations)]
  })
  afterEach(() => Promise.all(nodes.map(node => node.close())))

  const signal = () => Promise.withResolvers<undefined>()
  const insert = (node: OpenDatabase, id: string) => node.write(tx => tx.insert(workspace).values(row(id)))
  const ids = async (node: OpenDatabase) =>
    (await node.db.select().from(workspace)).map(each => each.id).sort()

  it('writes that lock different names run at the same time, on one node and on two', async () => {
    for (const [first, second] of [
      [nodes[0], nodes[0]],
      [nodes[0], nodes[1]],
    ] as const) {
      const committed = signal()
      const waiting = first.write(async () => {
        await lock('a')
        await committed.promise
      })
      await second.write(async () => {
        await lock('b')
      })
      committed.resolve(undefined)
      await waiting
    }
  })

  it.each(['a', null])('a write that locks a name waits for an earlier write that locks %j', async name => {
    const begun = signal()
    const end = signal()
    const order: string[] = []
    const first = nodes[0].write(async tx => {
      if (name !== null) await lock(name)
      await tx.select().from(workspace)
      begun.resolve(undefined)
      await end.promise
      order.push('first')
    })
    await begun.promise
    const second = nodes[1].write(async tx => {
      await lock('a')
      await tx.select().from(workspace)
      order.push('second')
    })
    // The second write has sent its request for the lock before this query on the same node gets its
    // response.
    await ids(nodes[1])
    await vi.waitFor(async () => expect(await waitingLocks()).toBe(1))
    end.resolve(undefined)
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'second'])
  })

  it('two writes that wait for each other are both stored, and one of them runs again', async () => {
    const runs: string[] = []
    const both = [signal(), signal()]
    const crossing = (own: number, name: string, other: string) =>
      nodes[own === 0 ? 0 : 1].write(async tx => {
        runs.push(name)
        await lock(name)
        both[own]?.resolve(undefined)
        await both[1 - own]?.promise
        await lock(other)
        await tx.insert(workspace).values(row(name))
      })
    await Promise.all([crossing(0, 'a', 'b'), crossing(1, 'b', 'a')])
    expect(await ids(nodes[0])).toEqual(['a', 'b'])
    expect(runs).toHaveLength(3)
  })

  it('a statement that is called after its write has ended fails', async () => {
    let late: (() => Promise<unknown>) | undefined
    await nodes[0].write(async tx => {
      late = async () => tx.insert(workspace).values(row('late'))
      await tx.insert(workspace).values(row('a'))
    })
    const cause = expect.objectContaining({ message: expect.stringContaining('after the end of its write') })
    await expect(late?.()).rejects.toMatchObject({ cause })
    await insert(nodes[0], 'b')
    expect(await ids(nodes[0])).toEqual(['a', 'b'])
  })

  const waitingLocks = async () =>
    Number(
      (
        await query(server.url, "select count(*) from pg_locks where locktype = 'advisory' and not granted")
      )[0]?.count,
    )
})

describe('a read-only PostgreSQL', () => {
  it('checkWritable fails while PostgreSQL is read-only, and passes when it is writable again', async () => {
    const url = await server.createDatabase(migrated)
    const name = new URL(url).pathname.slice(1)
    const check = async () => {
      const database = await openPostgres(url, postgresMigrations)
      return database.checkWritable().finally(() => database.close())
    }
    await check()
    await query(url, `alter database "${name}" set default_transaction_read_only = on`)
    await expect(check()).rejects.toThrow('read-only')
    await query(
      url,
      `set transaction read write; alter database "${name}" reset default_transaction_read_only`,
    )
    await check()
  })
})

describe('two nodes on one PostgreSQL', () => {
  let url: string
  let nodes: [OpenDatabase, OpenDatabase]
  beforeEach(async () => {
    url = await server.createDatabase(migrated)
    nodes = await Promise.all([openPostgres(url, postgresMigrations), openPostgres(url, postgresMigrations)])
  })
  afterEach(() => Promise.all(nodes.map(node => node.close())))

  it('two nodes that open an empty database together apply each migration only once', async () => {
    const empty = await server.createDatabase()
    const both = await Promise.all([1, 2].map(() => openPostgres(empty, postgresMigrations)))
    const applied = await query(empty, 'SELECT created_at FROM drizzle.__drizzle_migrations')
    expect(applied).toHaveLength(Object.keys(postgresMigrations).filter(name => name.endsWith('.sql')).length)
    await Promise.all(both.map(node => node.close()))
  })

  it('two nodes complete 300 concurrent updates of one row, and lose none of them', async () => {
    await nodes[0].write(async tx => {
      await tx.insert(workspace).values(row('w'))
      await tx.insert(meter).values({ workspaceId: 'w', month: '2026-11', reviews: 0 })
    })
    let committed = 0
    // Each node runs more concurrent transactions than it has connections.
    const inTurn = nodes.map(() => pLimit(16))
    await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        inTurn[i % 2]?.(() =>
          nodes[i % 2 === 0 ? 0 : 1].write(async tx => {
            const [found] = await tx.select().from(meter)
            await tx.update(meter).set({ reviews: (found?.reviews ?? 0) + 1 })
            // If a conflict makes the callback run again, only the `afterCommit` function of its last run may
            // be called.
            afterCommit(() => (committed += 1))
          }),
        ),
      ),
    )
    expect(await nodes[1].db.select({ reviews: meter.reviews }).from(meter)).toEqual([{ reviews: 300 }])
    expect(committed).toBe(300)
  })

  it('when two nodes insert the same missing key, one node inserts it and the other finds it', async () => {
    const insertOnce = (node: OpenDatabase, id: string) =>
      node.write(async tx => {
        const found = await tx.select().from(workspace).where(eq(workspace.id, id))
        if (found.length > 0) return 'found'
        await tx.insert(workspace).values(row(id))
        return 'inserted'
      })
    for (let i = 0; i < 20; i++) {
      const outcomes = await Promise.all(nodes.map(node => insertOnce(node, `w${i}`)))
      expect(outcomes.sort()).toEqual(['found', 'inserted'])
    }
  })

  it('two nodes run functions of the same name one after another, and others at the same time', async () => {
    const steps: string[] = []
    const first = Promise.withResolvers<undefined>()
    const entered = Promise.withResolvers<undefined>()
    const running = nodes[0].runExclusive('sweep', async () => {
      entered.resolve(undefined)
      await first.promise
      steps.push('first')
    })
    await entered.promise
    const waiting = nodes[1].runExclusive('sweep', async () => void steps.push('second'))
    await nodes[1].runExclusive('other', async () => void steps.push('other'))
    first.resolve(undefined)
    await Promise.all([running, waiting])
    expect(steps).toEqual(['other', 'first', 'second'])
  })

  it('two nodes together count the requests of a caller for a rate limit', async () => {
    const limiters = nodes.map(node =>
      node.createRateLimiter?.({ keyPrefix: 'write', points: 2, duration: 60 }),
    )
    const remaining = []
    for (const limiter of limiters) remaining.push((await limiter?.consume('caller'))?.remainingPoints)
    expect(remaining).toEqual([1, 0])
    await expect(limiters[0]?.consume('caller')).rejects.toMatchObject({ remainingPoints: 0 })
    expect((await limiters[1]?.consume('another caller'))?.remainingPoints).toBe(1)
  })

  it('each of two nodes receives the messages of the other node, and not its own messages', async () => {
    const received: string[][] = [[], []]
    const connected = nodes.map((node, i) => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      const onTopic = (topic: string) => received[i]?.push(topic)
      node.nodeMessages?.listen({ onTopic, onReconnect: () => resolve(undefined) })
      return promise
    })
    await Promise.all(connected)
    const topics = Array.from({ length: 250 }, (_, i) => `rev_${i}`)
    for (const topic of topics) nodes[0].nodeMessages?.send(topic)
    await expect.poll(() => received[1]?.length).toBe(250)
    expect(received.map(each => each.sort())).toEqual([[], topics.sort()])
  })

  it('a node listens for messages again after its connection was cut', async () => {
    let connections = 0
    const received: string[] = []
    nodes[1].nodeMessages?.listen({
      onTopic: topic => received.push(topic),
      onReconnect: () => (connections += 1),
    })
    await expect.poll(() => connections).toBe(1)
    await query(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    await expect.poll(() => connections).toBe(2)
    nodes[0].nodeMessages?.send('rev_1')
    await expect.poll(() => received).toEqual(['rev_1'])
  })
})

describe('a PostgreSQL that does not respond', () => {
  it('reads and writes fail as unavailable while PostgreSQL is down, and work again afterwards', async () => {
    const database = await openPostgres(await server.createDatabase(migrated), postgresMigrations)
    await database.write(tx => tx.insert(workspace).values(row('before')))
    await server.halt()
    await expect(database.db.select().from(workspace)).rejects.toSatisfy(isUnavailable)
    const write = database.write(tx => tx.insert(workspace).values(row('lost')))
    await expect(write).rejects.toSatisfy(isUnavailable)
    await server.resume()
    await database.write(tx => tx.insert(workspace).values(row('after')))
    const ids = await database.db.select({ id: workspace.id }).from(workspace).orderBy(workspace.id)
    expect(ids).toEqual([{ id: 'after' }, { id: 'before' }])
    await database.close()
  })

  it('a write is rolled back and its locks are freed when its PostgreSQL connection is cut', async () => {
    const url = await server.createDatabase(migrated)
    const database = await openPostgres(url, postgresMigrations)
    const cut = database.write(async tx => {
      await tx.insert(workspace).values(row('cut'))
      await query(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state LIKE 'idle in%'")
      await tx.insert(workspace).values(row('never'))
    })
    await expect(cut).rejects.toSatisfy(isUnavailable)
    await database.write(tx => tx.insert(workspace).values(row('cut')))
    expect(await database.db.select({ id: workspace.id }).from(workspace)).toEqual([{ id: 'cut' }])
    await database.close()
  })
})

describe('the schema on PostgreSQL', () => {
  it('the server refuses a PostgreSQL schema that a newer version of the server has migrated', async () => {
    const url = await server.createDatabase(migrated)
    await query(url, 'UPDATE drizzle.__drizzle_migrations SET created_at = created_at + 1')
    await expect(openPostgres(url, postgresMigrations)).rejects.toThrow(NewerSchemaError)
  })

  it('the server refuses a PostgreSQL schema older than the baseline, and does not change it', async () => {
    const url = await server.createDatabase(migrated)
    await query(url, 'UPDATE drizzle.__drizzle_migrations SET created_at = 1')
    await query(url, 'DROP TABLE rate_limit')
    const later = withLaterMigration(postgresMigrations, 'CREATE TABLE later (id integer)')
    const failure = await openPostgres(url, later).catch((error: unknown) => error)
    expect(startFault(failure, { dialect: 'postgres', url }, 'DATABASE_URL')?.message).toMatch(
      / DATABASE_URL: this version of Exhibit cannot .+; start the version of commit [\da-f]{10} on it once/,
    )
    const found = await query(url, "SELECT to_regclass('later') AS later, to_regclass('rate_limit') AS rates")
    expect(found).toEqual([{ later: null, rates: null }])
  })

  it('at its start, the server logs the dump command and then migrates the PostgreSQL schema', async () => {
    const url = await server.createDatabase(migrated)
    const notices: [string, Record<string, unknown>][] = []
    const addNotice = (...notice: [string, Record<string, unknown>]) => notices.push(notice)
    const later = withLaterMigration(postgresMigrations, 'CREATE TABLE later (id integer)')
    await (await openPostgres(url, later, addNotice)).close()
    const steps = { from: expect.stringMatching(/^\d{4}_\w+$/) as string, to: '0099_later' }
    const dump = /^pg_dump --format=custom --file=exhibit-before-\S+\.dump 'postgres:\/\/\S+'$/
    expect(notices).toEqual([
      [expect.stringContaining('only a dump'), { ...steps, dump: expect.stringMatching(dump) as string }],
      [expect.stringContaining('was updated'), steps],
    ])
    expect(await query(url, "SELECT to_regclass('later')::text AS later")).toEqual([{ later: 'later' }])
    await (await openPostgres(url, later, addNotice)).close()
    expect(notices).toHaveLength(2)
  })

  it('PostgreSQL sorts text by its bytes', async () => {
    const database = await openPostgres(await server.createDatabase(migrated), postgresMigrations)
    const ids = ['a_b', 'B', 'a', 'Z', 'ä', 'ab']
    await database.write(tx => tx.insert(workspace).values(ids.map(row)))
    const sorted = await database.db.select({ id: workspace.id }).from(workspace).orderBy(workspace.id)
    expect(sorted.map(each => each.id)).toEqual(['B', 'Z', 'a', 'a_b', 'ab', 'ä'])
    await database.close()
  })

  it('PostgreSQL prepares a repeated statement only once for each connection', async () => {
    const database = await openPostgres(await server.createDatabase(migrated), postgresMigrations)
    const prepared = () =>
      database.write(async tx => {
        const rows = await tx
          .select({ total: sql<string>`(select count(*) from pg_prepared_statements)` })
          .from(workspace)
        return Number(rows[0]?.total)
      })
    await database.write(tx => tx.insert(workspace).values(row('w')))
    for (let i = 0; i < 3; i++) await prepared()
    const before = await prepared()
    for (let length = 2; length < 12; length++)
      await database.write(tx =>
        tx
          .select()
          .from(workspace)
          .where(inArray(workspace.id, Array<string>(length).fill('w'))),
      )
    expect(await prepared()).toBe(before)
    for (let i = 0; i < 5; i++) await database.write(tx => tx.select().from(workspace))
    expect(await prepared()).toBe(before + 1)
    await database.close()
  })
})
