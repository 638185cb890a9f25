import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentActor, HumanActor } from '~~/server/access/actor'
import { authorizeSelf, runAs } from '~~/server/access/write-guard'
import { requirePermission } from '~~/server/access/authorize'
import { loadProject } from '~~/server/access/loaders'
import { db, write, writeUnguarded } from '~~/server/db'
import { membership, project, session, token, user, workspace } from '~~/server/db/schema'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let seeded: SeededDatabase
let human: HumanActor
let agent: AgentActor

beforeEach(async () => {
  seeded = await seedDatabase()
  human = seeded.human
  agent = seeded.agent
})
afterEach(() => seeded.remove())

const nameOfProject = async () => (await db.select().from(project))[0]?.name
/** Renames the project as an operation does: loads it inside the transaction, then changes it. */
const rename = (caller: HumanActor | AgentActor) =>
  write(async tx => {
    await loadProject(caller, 'prj_1', 'contribute', tx)
    await tx.update(project).set({ name: 'Renamed' })
  })

describe('a write in the request of a caller', () => {
  const losses: [
    what: string,
    code: string,
    caller: () => HumanActor | AgentActor,
    lose: () => Promise<unknown>,
  ][] = [
    ['left the workspace', 'not_found', () => human, () => writeUnguarded(tx => tx.delete(membership))],
    [
      'has a role that is too low',
      'forbidden',
      () => human,
      () => writeUnguarded(tx => tx.update(membership).set({ role: 'reviewer' })),
    ],
    ['signed out', 'unauthorized', () => human, () => writeUnguarded(tx => tx.delete(session))],
    [
      'has a session that expired',
      'unauthorized',
      () => human,
      () => writeUnguarded(tx => tx.update(session).set({ expiresAt: new Date() })),
    ],
    [
      'has a token that was revoked',
      'unauthorized',
      () => agent,
      () => writeUnguarded(tx => tx.update(token).set({ revokedAt: 1 })),
    ],
    [
      'has a token that expired',
      'unauthorized',
      () => agent,
      () => writeUnguarded(tx => tx.update(token).set({ expiresAt: 1 })),
    ],
    [
      'has a token that was deleted with its project',
      'unauthorized',
      () => agent,
      () => writeUnguarded(tx => tx.delete(token).where(eq(token.id, 'tok_1'))),
    ],
    [
      'is a member of a workspace that was suspended',
      'suspended',
      () => human,
      () => writeUnguarded(tx => tx.update(workspace).set({ suspendedAt: 1 })),
    ],
    [
      'has a token of a workspace that is going to be deleted',
      'suspended',
      () => agent,
      () => writeUnguarded(tx => tx.update(workspace).set({ deletesAt: 1 })),
    ],
    [
      'was suspended',
      'suspended',
      () => human,
      () => writeUnguarded(tx => tx.update(user).set({ suspendedAt: 1 })),
    ],
    [
      'has a token whose maker was suspended',
      'suspended',
      () => agent,
      () =>
        writeUnguarded(async tx => {
          await tx.update(token).set({ createdBy: 'usr_1' })
          await tx.update(user).set({ suspendedAt: 1 })
        }),
    ],
    [
      'has a token whose maker is going to be deleted',
      'suspended',
      () => agent,
      () =>
        writeUnguarded(async tx => {
          await tx.update(token).set({ createdBy: 'usr_1' })
          await tx.update(user).set({ deletesAt: 1 })
        }),
    ],
  ]
  it.each(losses)(
    'a write of a caller who %s after the request began throws %s',
    async (_what, code, caller, lose) => {
      await runAs(caller(), async () => {
        await lose()
        await expect(rename(caller())).rejects.toMatchObject({ code })
      })
      expect(await nameOfProject()).toBe('Web')
    },
  )

  it('a write is rejected if an earlier queued write removes the membership of the caller', async () => {
    await runAs(human, async () => {
      const [, renamed] = await Promise.allSettled([
        writeUnguarded(tx => tx.delete(membership)),
        rename(human),
      ])
      expect(renamed).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
    })
  })

  it('a write is allowed when the role of the caller was raised after the request began', async () => {
    human.roles = new Map([['ws_1', 'reviewer']])
    await runAs(human, () => rename(human))
    expect(await nameOfProject()).toBe('Renamed')
  })

  it('a write that checks no permission is rolled back, for people and agents alike', async () => {
    for (const caller of [human, agent]) {
      await runAs(caller, async () => {
        await expect(write(tx => tx.update(project).set({ name: 'Unchecked' }))).rejects.toThrow(
          'This write checks no permission',
        )
        requirePermission(caller, 'ws_1', 'readReviews')
        await expect(write(tx => tx.update(project).set({ name: 'Unchecked' }))).rejects.toThrow(
          'This write checks no permission',
        )
      })
    }
    expect(await nameOfProject()).toBe('Web')
  })

  it('a write that concerns only the caller requires a valid session, but no role', async () => {
    const change = () =>
      write(async tx => {
        await authorizeSelf(tx, human)
        await tx.update(user).set({ name: 'Melanie' })
      })
    await runAs(human, change)
    await writeUnguarded(tx => tx.delete(session))
    await expect(runAs(human, change)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('queued writes of several requests are each checked against their own caller', async () => {
    await writeUnguarded(tx => tx.update(token).set({ revokedAt: 1 }))
    const outcomes = await Promise.allSettled([
      runAs(agent, () => rename(agent)),
      runAs(human, () => rename(human)),
      runAs(agent, () => rename(agent)),
    ])
    expect(outcomes.map(each => each.status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  })
})
