import { AsyncLocalStorage } from 'node:async_hooks'
import { and, count, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db, OpenDatabase } from '~~/server/db/engine'
import { preparedInsert } from '~~/server/db/prepared'
import { membership, meter, project, review, thread, user, workspace } from '~~/server/db/schema'
import { lock, lockNothing, lockWorkspaceOf } from '~~/server/db/locks'
import { afterCommit, withCommit } from '~~/server/db/write'

/** Tests all guarantees of server/db/write.ts with a database. */
export function describeWrite(
  name: string,
  open: () => Promise<{ database: OpenDatabase; dispose: () => void | Promise<void> }>,
): void {
  describe(`writes on ${name}`, () => {
    let database: OpenDatabase
    let dispose: () => void | Promise<void>
    beforeEach(async () => {
      ;({ database, dispose } = await open())
    })
    afterEach(() => dispose())

    const row = (id: string) => ({ id, name: id, plan: 'free' as const, createdAt: 0 })
    const insert = (tx: Db, id: string) => tx.insert(workspace).values(row(id))
    const ids = async (executor: Db = database.db) =>
      (await executor.select({ id: workspace.id }).from(workspace)).map(each => each.id).sort()
    const statuses = (outcomes: PromiseSettledResult<unknown>[]) => outcomes.map(each => each.status)

    describe('serializable writes', () => {
      it('50 concurrent writes that each add one to a counter lose no update', async () => {
        const own = and(eq(meter.workspaceId, 'w'), eq(meter.month, '2026-11'))
        await database.write(async tx => {
          await insert(tx, 'w')
          await tx.insert(meter).values({ workspaceId: 'w', month: '2026-11', reviews: 0 })
        })
        await Promise.all(
          Array.from({ length: 50 }, () =>
            database.write(async tx => {
              const [found] = await tx.select().from(meter).where(own)
              await tx
                .update(meter)
                .set({ reviews: (found?.reviews ?? 0) + 1 })
                .where(own)
            }),
          ),
        )
        expect(await database.db.select({ reviews: meter.reviews }).from(meter)).toEqual([{ reviews: 50 }])
      })

      it('if both of two owners leave at the same time, `write()` lets only one of them leave', async () => {
        const owners = and(eq(membership.workspaceId, 'w'), eq(membership.role, 'owner'))
        const people = ['ann', 'ben']
        await database.write(async tx => {
          await insert(tx, 'w')
          const now = new Date(0)
          for (const id of people) {
            await tx.insert(user).values({ id, name: id, email: id, createdAt: now, updatedAt: now })
            await tx.insert(membership).values({ workspaceId: 'w', userId: id, role: 'owner', createdAt: 0 })
          }
        })
        // Each transaction changes a row that the other transaction only reads.
        const leave = (id: string) =>
          database.write(async tx => {
            const [found] = await tx.select({ total: count() }).from(membership).where(owners)
            if ((found?.total ?? 0) < 2) return
            await tx
              .update(membership)
              .set({ role: 'member' })
              .where(and(owners, eq(membership.userId, id)))
          })
        await Promise.all(people.map(leave))
        expect(await database.db.select().from(membership).where(owners)).toHaveLength(1)
      })

      it('of 50 concurrent writes that check a limit of seven rows, only seven succeed', async () => {
        const outcomes = await Promise.allSettled(
          Array.from({ length: 50 }, (_, i) =>
            database.write(async tx => {
              const [found] = await tx.select({ total: count() }).from(workspace)
              if ((found?.total ?? 0) >= 7) throw new Error('limit reached')
              await insert(tx, `w${i}`)
            }),
          ),
        )
        expect(outcomes.filter(each => each.status === 'fulfilled')).toHaveLength(7)
        expect(await ids()).toHaveLength(7)
      })

      it('200 concurrent writes are all stored', async () => {
        await Promise.all(Array.from({ length: 200 }, (_, i) => database.write(tx => insert(tx, `w${i}`))))
        expect(await ids()).toHaveLength(200)
      })
    })

    describe('writes with locks', () => {
      const own = and(eq(meter.workspaceId, 'w'), eq(meter.month, '2026-11'))
      const begin = () =>
        database.write(async tx => {
          await insert(tx, 'w')
          await tx.insert(project).values({ id: 'p', workspaceId: 'w', name: 'p', slug: 'p', createdAt: 0 })
          await tx.insert(meter).values({ workspaceId: 'w', month: '2026-11', reviews: 0 })
        })
      const increase = async (tx: Db) => {
        const [found] = await tx.select().from(meter).where(own)
        await tx
          .update(meter)
          .set({ reviews: (found?.reviews ?? 0) + 1 })
          .where(own)
      }
      const total = async () =>
        (await database.db.select({ reviews: meter.reviews }).from(meter).where(own))[0]?.reviews

      it.each([
        ['lock the same name', (_: Db, i: number) => lock(i < 0 ? '' : 'w')],
        ['lock the workspace of a resource', (tx: Db) => lockWorkspaceOf(tx, 'project', 'p')],
        [
          'lock a workspace in either way',
          (tx: Db, i: number) => (i % 2 ? lock('w') : lockWorkspaceOf(tx, 'project', 'p')),
        ],
        ['lock a name or run alone', (_: Db, i: number) => (i % 2 ? lock('w') : Promise.resolve())],
      ])('50 concurrent writes that %s lose no update', async (_, takeLock) => {
        await begin()
        await Promise.all(
          Array.from({ length: 50 }, (__, i) =>
            database.write(async tx => {
              await takeLock(tx, i)
              await increase(tx)
            }),
          ),
        )
        expect(await total()).toBe(50)
      })

      it('a write that locks nothing is stored', async () => {
        await database.write(async tx => {
          lockNothing()
          await insert(tx, 'a')
        })
        expect(await ids()).toEqual(['a'])
      })
    })

    it.each([1, 2, 10])(
      'writes that a callback makes after a failed statement, %i statements later, change nothing',
      async count => {
        const error = new Error('second thoughts')
        let late: Promise<unknown> = Promise.resolve()
        const failing = database.write(async tx => {
          await insert(tx, 'a')
          late = (async () => {
            for (let i = 0; i < count; i++) await ids(tx)
            withCommit(insert(tx, 'b'))
            await insert(tx, 'c')
          })()
          await Promise.all([late, Promise.reject(error)])
        })
        await expect(failing).rejects.toBe(error)
        await late.catch(() => {})
        await database.write(tx => insert(tx, 'd'))
        expect(await ids()).toEqual(['d'])
      },
    )

    it('`withCommit` runs its statements in order, before `write()` resolves', async () => {
      const seen = await database.write(async tx => {
        withCommit(insert(tx, 'a'))
        withCommit(tx.update(workspace).set({ name: 'changed' }).where(eq(workspace.id, 'a')))
        return ids(tx)
      })
      expect(seen).toEqual(['a'])
      const { name } = workspace
      expect(await database.db.select({ name }).from(workspace)).toEqual([{ name: 'changed' }])
      expect(() => withCommit(Promise.resolve())).toThrow('outside a write')
    })

    it('`write()` fails and changes nothing if a statement of `withCommit` fails', async () => {
      await database.write(tx => insert(tx, 'a'))
      const failing = database.write(async tx => {
        await insert(tx, 'b')
        withCommit(insert(tx, 'a'))
        withCommit(insert(tx, 'c'))
      })
      await expect(failing).rejects.toThrow(/UNIQUE constraint|Failed query: insert into "workspace"/)
      expect(await ids()).toEqual(['a'])
    })

    it('if a callback throws, a failing `withCommit` statement is not an unhandled rejection', async () => {
      await database.write(tx => insert(tx, 'a'))
      const error = new Error('second thoughts')
      const failing = database.write(async tx => {
        withCommit(insert(tx, 'a'))
        throw error
      })
      await expect(failing).rejects.toBe(error)
      expect(await ids()).toEqual(['a'])
    })

    it('a callback of `write()` sees its changes, and others see them only after the commit', async () => {
      const seen = await database.write(async tx => {
        await insert(tx, 'a')
        return { inside: await ids(tx), outside: await ids() }
      })
      expect(seen).toEqual({ inside: ['a'], outside: [] })
      expect(await ids()).toEqual(['a'])
    })

    it('`write()` resolves with the result of its callback, and readers then see the change', async () => {
      for (let i = 0; i < 20; i++) {
        expect(await database.write(async tx => (await insert(tx, `w${i}`), i))).toBe(i)
        expect(await ids()).toHaveLength(i + 1)
      }
    })

    it('`write()` rolls back a callback that throws, and commits the other callbacks', async () => {
      const error = new Error('second thoughts')
      const outcomes = await Promise.allSettled([
        database.write(tx => insert(tx, 'a')),
        database.write(async tx => {
          await insert(tx, 'b')
          await tx.update(workspace).set({ name: 'changed' })
          throw error
        }),
        database.write(tx => insert(tx, 'c')),
      ])
      expect(statuses(outcomes)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(outcomes[1]).toMatchObject({ reason: error })
      const { id, name } = workspace
      expect(await database.db.select({ id, name }).from(workspace).orderBy(id)).toEqual([
        { id: 'a', name: 'a' },
        { id: 'c', name: 'c' },
      ])
    })

    it('`write()` rolls back a callback that breaks a constraint, and commits other callbacks', async () => {
      await database.write(tx => insert(tx, 'a'))
      const outcomes = await Promise.allSettled([
        database.write(async tx => {
          await insert(tx, 'b')
          await insert(tx, 'a')
        }),
        database.write(tx => insert(tx, 'c')),
      ])
      expect(statuses(outcomes)).toEqual(['rejected', 'fulfilled'])
      expect(await ids()).toEqual(['a', 'c'])
    })

    it('a nested `write()` throws and rolls back the outer one, and the next `write()` runs', async () => {
      const nested = database.write(async tx => {
        await insert(tx, 'a')
        await database.write(inner => insert(inner, 'b'))
      })
      await expect(nested).rejects.toThrow('A write inside a write')
      await database.write(tx => insert(tx, 'c'))
      expect(await ids()).toEqual(['c'])
    })

    it('a callback and its `afterCommit` callbacks keep the async context of the caller', async () => {
      const context = new AsyncLocalStorage<string>()
      const seen: (string | undefined)[] = []
      const inContext = (name: string) =>
        context.run(name, () =>
          database.write(async tx => {
            await insert(tx, name)
            seen.push(context.getStore())
            afterCommit(() => seen.push(`after ${context.getStore()}`))
          }),
        )
      await Promise.all([inContext('a'), inContext('b')])
      expect(seen.sort()).toEqual(['a', 'after a', 'after b', 'b'])
    })

    it('`afterCommit` callbacks run after the change is durable, and never for a failed write', async () => {
      const called: string[] = []
      const outcomes = await Promise.allSettled([
        database.write(async tx => {
          await insert(tx, 'a')
          afterCommit(() => void ids().then(found => called.push(`a: ${found.join()}`)))
          expect(called).toEqual([])
        }),
        database.write(async tx => {
          await insert(tx, 'b')
          afterCommit(() => called.push('b'))
          throw new Error('second thoughts')
        }),
      ])
      expect(statuses(outcomes)).toEqual(['fulfilled', 'rejected'])
      await expect.poll(() => called).toEqual(['a: a'])
      expect(() => afterCommit(() => {})).toThrow('outside a write')
    })

    it('`write()` resolves even if an `afterCommit` callback throws, and other writes run', async () => {
      const failing = database.write(async tx => {
        await insert(tx, 'a')
        afterCommit(() => {
          throw new Error('a callback must not throw')
        })
      })
      await Promise.all([failing, database.write(tx => insert(tx, 'b'))])
      await database.write(tx => insert(tx, 'c'))
      expect(await ids()).toEqual(['a', 'b', 'c'])
    })

    it('`write()` resolves only after its `afterCommit` callbacks were called', async () => {
      let called = false
      await database.write(async tx => {
        await insert(tx, 'a')
        afterCommit(() => {
          called = true
        })
      })
      expect(called).toBe(true)
    })

    it('a prepared insert stores null, times and JSON like any other insert', async () => {
      const created = { id: 'p', workspaceId: 'w', name: 'p', slug: 'p', createdAt: 5 }
      const reviewed = { projectId: 'p', title: 't', status: 'open' as const, createdAt: 1, updatedAt: 2 }
      const shape = { x: 0.25, y: 0.5 }
      const threadRow = (id: string, geometry: typeof shape | null): typeof thread.$inferSelect => ({
        id,
        reviewId: 'r',
        artifactId: null,
        revisionId: null,
        number: null,
        kind: 'review',
        geometry,
        timestampMs: null,
        endMs: null,
        frameMs: null,
        frameKey: null,
        frameBytes: null,
        claimedById: null,
        claimedByName: null,
        claimedUntil: null,
        frameById: null,
        frameByName: null,
        elements: null,
        events: null,
        shapes: null,
        status: 'open',
        label: null,
        createdAt: 3,
        updatedAt: 4,
      })
      const insertThread = preparedInsert(thread)
      await database.write(async tx => {
        await insert(tx, 'w')
        await tx.insert(project).values(created)
        await tx.insert(review).values({ id: 'r', ...reviewed })
        await insertThread(tx, threadRow('a', shape))
        await insertThread(tx, threadRow('b', null))
      })
      const isNone = sql<number>`case when ${thread.geometry} is null then 1 else 0 end`
      const found = await database.db.select({ thread, isNone }).from(thread).orderBy(thread.id)
      expect(found).toEqual([
        { thread: threadRow('a', shape), isNone: 0 },
        { thread: threadRow('b', null), isNone: 1 },
      ])
    })

    it('the database cannot be changed outside of `write()`', async () => {
      await expect(async () => {
        await insert(database.db, 'a')
      }).rejects.toThrow()
      expect(await ids()).toEqual([])
    })
  })
}
