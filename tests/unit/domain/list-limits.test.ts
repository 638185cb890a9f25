import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { HOUR, iso } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { lockNothing, writeUnguarded, type Db } from '~~/server/db'
import { invitation, membership, project, review, shareLink, token, workspace } from '~~/server/db/schema'
import { createInvitation } from '~~/server/domain/member/create-invitation'
import { createProjectInDashboard } from '~~/server/domain/project/create-project-in-dashboard'
import { createShareLink } from '~~/server/domain/share-link/create-share-link'
import { listShareLinks } from '~~/server/domain/share-link/list-share-links'
import { createToken } from '~~/server/domain/token/create-token'
import { listTokens } from '~~/server/domain/token/list-tokens'
import { createWorkspace } from '~~/server/domain/workspace/create-workspace'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let seeded: SeededDatabase
let owner: HumanActor
beforeAll(async () => {
  seeded = await seedDatabase()
  owner = { ...seeded.human, roles: new Map([['ws_1', 'owner']]) }
  await insert(async tx => {
    await tx.update(membership).set({ role: 'owner' })
    const at = { createdAt: 1, updatedAt: 1 }
    const of = { projectId: 'prj_1', workspaceId: 'ws_1', title: 't', status: 'open' as const }
    await tx.insert(review).values({ id: 'rev_1', ...of, ...at })
  })
})
afterAll(() => seeded.remove())

const insert = (run: (tx: Db) => Promise<unknown>) =>
  writeUnguarded(async tx => {
    lockNothing()
    await run(tx)
  })

/** Inserts rows in statements of 100. */
const rows = (count: number, add: (tx: Db, numbers: number[]) => Promise<unknown>) =>
  insert(async tx => {
    for (let start = 0; start < count; start += 100)
      await add(
        tx,
        Array.from({ length: Math.min(100, count - start) }, (_, index) => start + index),
      )
  })

const valid = { revokedAt: null, expiresAt: null }
const revoked = { revokedAt: 5, expiresAt: null }
const tokens = (count: number, name: string, ended: typeof valid | typeof revoked | object) =>
  rows(count, (tx, numbers) =>
    tx.insert(token).values(
      numbers.map(n => ({
        ...{ id: `tok_${name}${n}`, workspaceId: 'ws_1', name, hash: `${name}${n}`, prefix: 'p' },
        ...{ capabilities: [], createdAt: n, ...ended },
      })),
    ),
  )
const links = (count: number, name: string, ended: object) =>
  rows(count, (tx, numbers) =>
    tx.insert(shareLink).values(
      numbers.map(n => ({
        ...{ id: `shr_${name}${n}`, reviewId: 'rev_1', hash: `${name}${n}`, createdAt: n, createdBy: 'Mel' },
        ...{ name, ...ended },
      })),
    ),
  )

describe('a list without pages is bounded', () => {
  it('a review has a maximum number of share links, and revoked ones do not count', async () => {
    await links(limits.reviewShareLinks - 1, 'valid', { expiresAt: 3 })
    await links(limits.pageSize + 5, 'revoked', revoked)
    await createShareLink(owner, { id: 'rev_1' })
    await expect(createShareLink(owner, { id: 'rev_1' })).rejects.toMatchObject({ code: 'conflict' })
    const { shareLinks } = await listShareLinks(owner, { id: 'rev_1' })
    expect(shareLinks.filter(each => each.revokedAt === null)).toHaveLength(limits.reviewShareLinks)
    const ended = shareLinks.filter(each => each.revokedAt !== null)
    expect(ended).toHaveLength(limits.pageSize)
    expect(ended.at(-1)?.createdAt).toBe(iso(5))
  })

  it('a workspace has a maximum number of valid agent tokens', async () => {
    await tokens(limits.workspaceTokens - 2, 'valid', valid)
    await tokens(limits.pageSize, 'revoked', revoked)
    await tokens(5, 'expired', { expiresAt: 5 })
    const create = () =>
      createToken(owner, { workspaceId: 'ws_1', name: 'ci', capabilities: ['artifact:read'] })
    await create()
    await expect(create()).rejects.toMatchObject({ code: 'agent_key_limit_reached' })
    const listed = (await listTokens(owner, { workspaceId: 'ws_1' })).tokens
    expect(listed.filter(each => each.name === 'expired' || each.name === 'revoked')).toHaveLength(
      limits.pageSize,
    )
    expect(listed).toHaveLength(limits.workspaceTokens + limits.pageSize)
  })

  it('a workspace has a maximum number of projects', async () => {
    await rows(limits.workspaceProjects - 2, (tx, numbers) =>
      tx.insert(project).values(
        numbers.map(n => ({
          ...{ id: `prj_more${n}`, workspaceId: 'ws_1', name: 'More', slug: `more-${n}`, createdAt: n },
        })),
      ),
    )
    const create = () => createProjectInDashboard(owner, { workspaceId: 'ws_1', name: 'Last' })
    await create()
    await expect(create()).rejects.toMatchObject({ code: 'project_limit_reached' })
  })

  it('a person owns a maximum number of workspaces', async () => {
    await insert(async tx => {
      // The person owns one workspace already.
      for (let n = 2; n < limits.ownedWorkspaces; n++) {
        const id = `ws_more${n}`
        await tx.insert(workspace).values({ id, name: 'More', plan: 'free', createdAt: 0 })
        await tx.insert(membership).values({ workspaceId: id, userId: owner.id, role: 'owner', createdAt: 0 })
      }
    })
    await createWorkspace(owner, { name: 'Last' })
    await expect(createWorkspace(owner, { name: 'One more' })).rejects.toMatchObject({
      code: 'workspace_limit_reached',
    })
  })

  it('a workspace has a maximum number of open invitations', async () => {
    const open = { workspaceId: 'ws_1', role: 'member' as const, createdBy: owner.id, createdAt: 0 }
    await rows(limits.workspaceInvitations - 1, (tx, numbers) =>
      tx
        .insert(invitation)
        .values(numbers.map(n => ({ ...open, id: `inv_${n}`, hash: `h${n}`, expiresAt: Date.now() + HOUR }))),
    )
    const invite = () => createInvitation(owner, { id: 'ws_1', role: 'member', expiresInDays: 7 })
    await invite()
    await expect(invite()).rejects.toMatchObject({ code: 'conflict' })
  })
})
