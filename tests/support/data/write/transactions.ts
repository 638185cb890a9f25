import { expect, it } from 'vitest'
import { workspace } from '~~/server/db/schema'
import { withCommit } from '~~/server/db/write'
import { insert, statuses, type OpenedDatabase } from './opened-database'

/** Tests what a write sees, when it is seen, and that one that fails changes nothing. */
export function describeTransactions(opened: OpenedDatabase): void {
  it('a callback of `write()` sees its changes, and others see them only after the commit', async () => {
    const seen = await opened.database.write(async tx => {
      await insert(tx, 'a')
      return { inside: await opened.ids(tx), outside: await opened.ids() }
    })
    expect(seen).toEqual({ inside: ['a'], outside: [] })
    expect(await opened.ids()).toEqual(['a'])
  })

  it('`write()` resolves with the result of its callback, and readers then see the change', async () => {
    for (let i = 0; i < 20; i++) {
      expect(await opened.database.write(async tx => (await insert(tx, `w${i}`), i))).toBe(i)
      expect(await opened.ids()).toHaveLength(i + 1)
    }
  })

  it('`write()` rolls back a callback that throws, and commits the other callbacks', async () => {
    const error = new Error('second thoughts')
    const outcomes = await Promise.allSettled([
      opened.database.write(tx => insert(tx, 'a')),
      opened.database.write(async tx => {
        await insert(tx, 'b')
        await tx.update(workspace).set({ name: 'changed' })
        throw error
      }),
      opened.database.write(tx => insert(tx, 'c')),
    ])
    expect(statuses(outcomes)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: error })
    const { id, name } = workspace
    expect(await opened.database.db.select({ id, name }).from(workspace).orderBy(id)).toEqual([
      { id: 'a', name: 'a' },
      { id: 'c', name: 'c' },
    ])
  })

  it('`write()` rolls back a callback that breaks a constraint, and commits other callbacks', async () => {
    await opened.database.write(tx => insert(tx, 'a'))
    const outcomes = await Promise.allSettled([
      opened.database.write(async tx => {
        await insert(tx, 'b')
        await insert(tx, 'a')
      }),
      opened.database.write(tx => insert(tx, 'c')),
    ])
    expect(statuses(outcomes)).toEqual(['rejected', 'fulfilled'])
    expect(await opened.ids()).toEqual(['a', 'c'])
  })

  it('a nested `write()` throws and rolls back the outer one, and the next `write()` runs', async () => {
    const nested = opened.database.write(async tx => {
      await insert(tx, 'a')
      await opened.database.write(inner => insert(inner, 'b'))
    })
    await expect(nested).rejects.toThrow('A write inside a write')
    await opened.database.write(tx => insert(tx, 'c'))
    expect(await opened.ids()).toEqual(['c'])
  })

  it.each([1, 2, 10])(
    'writes that a callback makes after a failed statement, %i statements later, change nothing',
    async count => {
      const error = new Error('second thoughts')
      let late: Promise<unknown> = Promise.resolve()
      const failing = opened.database.write(async tx => {
        await insert(tx, 'a')
        late = (async () => {
          for (let i = 0; i < count; i++) await opened.ids(tx)
          withCommit(insert(tx, 'b'))
          await insert(tx, 'c')
        })()
        await Promise.all([late, Promise.reject(error)])
      })
      await expect(failing).rejects.toBe(error)
      await late.catch(() => {})
      await opened.database.write(tx => insert(tx, 'd'))
      expect(await opened.ids()).toEqual(['d'])
    },
  )

  it('the database cannot be changed outside of `write()`', async () => {
    await expect(async () => {
      await insert(opened.database.db, 'a')
    }).rejects.toThrow()
    expect(await opened.ids()).toEqual([])
  })
}
