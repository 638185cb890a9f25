import { AsyncLocalStorage } from 'node:async_hooks'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { workspace } from '~~/server/db/schema'
import { afterCommit, withCommit } from '~~/server/db/write'
import { insert, statuses, type OpenedDatabase } from './opened-database'

/** Tests `withCommit` and `afterCommit`: what runs with a commit and after it. */
export function describeCommits(opened: OpenedDatabase): void {
  it('`withCommit` runs its statements in order, before `write()` resolves', async () => {
    const seen = await opened.database.write(async tx => {
      withCommit(insert(tx, 'a'))
      withCommit(tx.update(workspace).set({ name: 'changed' }).where(eq(workspace.id, 'a')))
      return opened.ids(tx)
    })
    expect(seen).toEqual(['a'])
    const { name } = workspace
    expect(await opened.database.db.select({ name }).from(workspace)).toEqual([{ name: 'changed' }])
    expect(() => withCommit(Promise.resolve())).toThrow('outside a write')
  })

  it('`write()` fails and changes nothing if a statement of `withCommit` fails', async () => {
    await opened.database.write(tx => insert(tx, 'a'))
    const failing = opened.database.write(async tx => {
      await insert(tx, 'b')
      withCommit(insert(tx, 'a'))
      withCommit(insert(tx, 'c'))
    })
    await expect(failing).rejects.toThrow(/UNIQUE constraint|Failed query: insert into "workspace"/)
    expect(await opened.ids()).toEqual(['a'])
  })

  it('if a callback throws, a failing `withCommit` statement is not an unhandled rejection', async () => {
    await opened.database.write(tx => insert(tx, 'a'))
    const error = new Error('second thoughts')
    const failing = opened.database.write(async tx => {
      withCommit(insert(tx, 'a'))
      throw error
    })
    await expect(failing).rejects.toBe(error)
    expect(await opened.ids()).toEqual(['a'])
  })

  it('a callback and its `afterCommit` callbacks keep the async context of the caller', async () => {
    const context = new AsyncLocalStorage<string>()
    const seen: (string | undefined)[] = []
    const inContext = (name: string) =>
      context.run(name, () =>
        opened.database.write(async tx => {
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
      opened.database.write(async tx => {
        await insert(tx, 'a')
        afterCommit(() => void opened.ids().then(found => called.push(`a: ${found.join()}`)))
        expect(called).toEqual([])
      }),
      opened.database.write(async tx => {
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
    const failing = opened.database.write(async tx => {
      await insert(tx, 'a')
      afterCommit(() => {
        throw new Error('a callback must not throw')
      })
    })
    await Promise.all([failing, opened.database.write(tx => insert(tx, 'b'))])
    await opened.database.write(tx => insert(tx, 'c'))
    expect(await opened.ids()).toEqual(['a', 'b', 'c'])
  })

  it('`write()` resolves only after its `afterCommit` callbacks were called', async () => {
    let called = false
    await opened.database.write(async tx => {
      await insert(tx, 'a')
      afterCommit(() => {
        called = true
      })
    })
    expect(called).toBe(true)
  })
}
