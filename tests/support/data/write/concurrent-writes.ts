import { and, count, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '~~/server/db/engine'
import { membership, meter, project, user, workspace } from '~~/server/db/schema'
import { lock, lockNothing, lockWorkspaceOf } from '~~/server/db/locks'
import { insert, type OpenedDatabase } from './opened-database'

/** Tests that writes at the same time lose no update and exceed no limit. */
export function describeConcurrentWrites(opened: OpenedDatabase): void {
  describe('serializable writes', () => {
    it('50 concurrent writes that each add one to a counter lose no update', async () => {
      const own = and(eq(meter.workspaceId, 'w'), eq(meter.month, '2026-11'))
      await opened.database.write(async tx => {
        await insert(tx, 'w')
        await tx.insert(meter).values({ workspaceId: 'w', month: '2026-11', reviews: 0 })
      })
      await Promise.all(
        Array.from({ length: 50 }, () =>
          opened.database.write(async tx => {
            const [found] = await tx.select().from(meter).where(own)
            await tx
              .update(meter)
              .set({ reviews: (found?.reviews ?? 0) + 1 })
              .where(own)
          }),
        ),
      )
      expect(await opened.database.db.select({ reviews: meter.reviews }).from(meter)).toEqual([
        { reviews: 50 },
      ])
    })

    it('if both of two owners leave at the same time, `write()` lets only one of them leave', async () => {
      const owners = and(eq(membership.workspaceId, 'w'), eq(membership.role, 'owner'))
      const people = ['ann', 'ben']
      await opened.database.write(async tx => {
        await insert(tx, 'w')
        const now = new Date(0)
        for (const id of people) {
          await tx.insert(user).values({ id, name: id, email: id, createdAt: now, updatedAt: now })
          await tx.insert(membership).values({ workspaceId: 'w', userId: id, role: 'owner', createdAt: 0 })
        }
      })
      // Each transaction changes a row that the other transaction only reads.
      const leave = (id: string) =>
        opened.database.write(async tx => {
          const [found] = await tx.select({ total: count() }).from(membership).where(owners)
          if ((found?.total ?? 0) < 2) return
          await tx
            .update(membership)
            .set({ role: 'member' })
            .where(and(owners, eq(membership.userId, id)))
        })
      await Promise.all(people.map(leave))
      expect(await opened.database.db.select().from(membership).where(owners)).toHaveLength(1)
    })

    it('of 50 concurrent writes that check a limit of seven rows, only seven succeed', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, (_, i) =>
          opened.database.write(async tx => {
            const [found] = await tx.select({ total: count() }).from(workspace)
            if ((found?.total ?? 0) >= 7) throw new Error('limit reached')
            await insert(tx, `w${i}`)
          }),
        ),
      )
      expect(outcomes.filter(each => each.status === 'fulfilled')).toHaveLength(7)
      expect(await opened.ids()).toHaveLength(7)
    })

    it('200 concurrent writes are all stored', async () => {
      await Promise.all(
        Array.from({ length: 200 }, (_, i) => opened.database.write(tx => insert(tx, `w${i}`))),
      )
      expect(await opened.ids()).toHaveLength(200)
    })
  })

  describe('writes with locks', () => {
    const own = and(eq(meter.workspaceId, 'w'), eq(meter.month, '2026-11'))
    const begin = () =>
      opened.database.write(async tx => {
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
      (await opened.database.db.select({ reviews: meter.reviews }).from(meter).where(own))[0]?.reviews

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
          opened.database.write(async tx => {
            await takeLock(tx, i)
            await increase(tx)
          }),
        ),
      )
      expect(await total()).toBe(50)
    })

    it('a write that locks nothing is stored', async () => {
      await opened.database.write(async tx => {
        lockNothing()
        await insert(tx, 'a')
      })
      expect(await opened.ids()).toEqual(['a'])
    })
  })
}
