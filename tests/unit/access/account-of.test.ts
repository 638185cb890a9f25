import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountOf } from '~~/server/access/account-of'
import { write } from '~~/server/db'
import { membership, user, workspace } from '~~/server/db/schema'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let seeded: SeededDatabase
beforeAll(async () => {
  seeded = await seedDatabase()
  const now = new Date()
  await write(async tx => {
    const people = ['usr_2', 'usr_3'].map(id => ({ id, name: id, email: `${id}@example.com` }))
    await tx.insert(user).values(people.map(each => ({ ...each, createdAt: now, updatedAt: now })))
    await tx
      .insert(workspace)
      .values(['ws_2', 'ws_3'].map(id => ({ id, name: id, plan: 'free' as const, createdAt: 0 })))
    const owner = (workspaceId: string, userId: string, createdAt: number) => ({
      workspaceId,
      userId,
      role: 'owner' as const,
      createdAt,
    })
    await tx
      .insert(membership)
      .values([owner('ws_2', 'usr_3', 5), owner('ws_2', 'usr_2', 3), owner('ws_3', 'usr_2', 1)])
  })
})
afterAll(() => seeded.remove())

it('accountOf returns one account for all workspaces whose first owner is the same person', async () => {
  expect(await Promise.all(['ws_2', 'ws_3'].map(accountOf))).toEqual(['usr_2', 'usr_2'])
})

it('accountOf returns the workspace itself when the workspace has no owner', async () => {
  expect(await accountOf('ws_1')).toBe('ws_1')
})
