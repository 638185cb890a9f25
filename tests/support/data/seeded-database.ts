import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentActor, HumanActor } from '~~/server/access/actor'
import { startDatabase, stopDatabase, write } from '~~/server/db'
import { membership, project, session, token, user, workspace } from '~~/server/db/schema'
import { migrations } from '../data/migrations'

/** A database with one workspace, one project, a member and an agent token with `artifact:write`. */
export interface SeededDatabase {
  human: HumanActor
  agent: AgentActor
  remove: () => Promise<void>
}

/** Creates a new database for this process, and fills it. */
export async function seedDatabase(): Promise<SeededDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'exhibit-access-'))
  const now = new Date()
  await startDatabase({ dialect: 'sqlite', file: join(folder, 'test.sqlite') }, migrations)
  await write(async tx => {
    await tx
      .insert(user)
      .values({ id: 'usr_1', name: 'Mel', email: 'mel@example.com', createdAt: now, updatedAt: now })
    const expiresAt = new Date(now.getTime() + 60_000)
    await tx
      .insert(session)
      .values({ id: 's1', token: 't1', userId: 'usr_1', expiresAt, createdAt: now, updatedAt: now })
    await tx.insert(workspace).values({ id: 'ws_1', name: 'Acme', plan: 'free', createdAt: 0 })
    await tx.insert(membership).values({ workspaceId: 'ws_1', userId: 'usr_1', role: 'member', createdAt: 0 })
    await tx
      .insert(project)
      .values({ id: 'prj_1', workspaceId: 'ws_1', name: 'Web', slug: 'web', createdAt: 0 })
    await tx.insert(token).values({
      id: 'tok_1',
      workspaceId: 'ws_1',
      name: 'ci',
      hash: 'h',
      prefix: 'p',
      capabilities: ['artifact:write'],
      createdAt: 0,
    })
  })
  return {
    human: {
      type: 'human',
      id: 'usr_1',
      name: 'Mel',
      email: 'mel@example.com',
      image: null,
      sessionId: 's1',
      roles: new Map([['ws_1', 'member']]),
      suspendedIn: new Map(),
      admin: false,
    },
    agent: {
      type: 'agent',
      id: 'tok_1',
      name: 'ci',
      workspaceId: 'ws_1',
      createdBy: null,
      projectId: null,
      capabilities: ['artifact:write'],
      expiresAt: null,
    },
    async remove() {
      await stopDatabase()
      rmSync(folder, { recursive: true })
    },
  }
}
