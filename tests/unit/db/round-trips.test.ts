import { like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AgentActor } from '~~/server/access/actor'
import { runAs } from '~~/server/access/write-guard'
import { db, startDatabase, stopDatabase, write } from '~~/server/db'
import {
  artifact,
  forgeConnection,
  membership,
  project,
  review,
  revision,
  token,
  user,
  webhook,
  workspace,
} from '~~/server/db/schema'
import { annotateArtifact } from '~~/server/domain/thread/annotate-artifact'
import { createThread } from '~~/server/domain/thread/create-thread'
import { replyToThread } from '~~/server/domain/thread/reply-to-thread'
import { commitCompletion } from '~~/server/domain/upload/commit-completion'
import { postgresMigrations } from '../../support/data/migrations'
import { startDelayingProxy, type DelayingProxy } from '../../support/deployment/delaying-proxy'
import { startPostgres, type PostgresServer } from '../../support/deployment/postgres-server'

// The schema module reads this setting when it is imported, to choose the database.
vi.hoisted(() => {
  process.env.DATABASE_URL = 'postgres://'
  // The log reads all settings, and a server on PostgreSQL requires the setting AUTH_SECRET.
  process.env.AUTH_SECRET = 'a secret of at least 32 characters'
  process.env.DATA_DIR = '/nonexistent'
})

let server: PostgresServer
let proxy: DelayingProxy
const agent: AgentActor = {
  type: 'agent',
  id: 'tok_1',
  name: 'ci',
  workspaceId: 'ws_1',
  createdBy: null,
  projectId: null,
  capabilities: ['artifact:write', 'thread:reply'],
  expiresAt: null,
}

beforeAll(async () => {
  server = await startPostgres()
  proxy = await startDelayingProxy(await server.createDatabase(), { delayMs: 20, gather: true })
  await startDatabase({ dialect: 'postgres', url: proxy.url }, postgresMigrations)
  const now = new Date(0)
  const times = { createdAt: 1, updatedAt: 1 }
  await write(async tx => {
    await tx.insert(workspace).values({ id: 'ws_1', name: 'Acme', plan: 'free', createdAt: 0 })
    await tx.insert(user).values({ id: 'usr_1', name: 'Mel', email: 'm@x', createdAt: now, updatedAt: now })
    await tx.insert(membership).values({ workspaceId: 'ws_1', userId: 'usr_1', role: 'owner', createdAt: 0 })
    await tx.insert(project).values({ id: 'prj_1', workspaceId: 'ws_1', name: 'p', slug: 'p', createdAt: 0 })
    await tx.insert(token).values({
      ...{ id: 'tok_1', workspaceId: 'ws_1', name: 'ci', hash: 'h', prefix: 'p', createdAt: 0 },
      capabilities: [...agent.capabilities],
    })
    await tx.insert(review).values({
      ...{ id: 'rev_1', projectId: 'prj_1', workspaceId: 'ws_1', title: 't', status: 'open', prRef: '#7' },
      ...times,
    })
    await tx.insert(artifact).values({
      ...{ id: 'art_1', reviewId: 'rev_1', kind: 'image', title: 't', status: 'ready', nextIndex: 2 },
      ...times,
    })
    await tx.insert(webhook).values({
      ...{ id: 'wh_1', workspaceId: 'ws_1', url: 'https://x', format: 'standard', secret: 's', createdAt: 0 },
      events: ['comment.created', 'artifact.completed'],
    })
    await tx.insert(forgeConnection).values({
      ...{ projectId: 'prj_1', kind: 'github', apiUrl: 'https://x', repository: 'a/b', token: 't' },
      ...{ tokenHint: 't', pictures: false, createdAt: 0 },
    })
  })
  await insertRevision('rvs_1', 1, 1)
  // Opens all connections of the pool before the measurement.
  await Promise.all(Array.from({ length: 20 }, (_, i) => insertRevision(`rvs_open${i}`, 100 + i, null)))
})
afterAll(async () => {
  await stopDatabase()
  proxy.stop()
  await server.stop()
})

async function insertRevision(id: string, index: number, completedAt: number | null) {
  const values = { id, artifactId: 'art_1', index, mime: 'image/png', bytes: 1, createdAt: 1 } as const
  await write(tx => tx.insert(revision).values({ ...values, originalKey: `${id}/original-1`, completedAt }))
}

/** The number of round trips that notify other nodes of a change of a review, after the commit. */
const NOTIFICATION = 1

/**
 * Calls a function several times. Returns the largest number of round trips of a call, without the first
 * call.
 */
async function roundTripsOf(run: (turn: number) => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let turn = 0; turn < 4; turn++) {
    const before = proxy.roundTrips()
    await runAs(agent, () => run(turn))
    await expect.poll(() => proxy.isIdle()).toBe(true)
    counts.push(proxy.roundTrips() - before - NOTIFICATION)
  }
  return Math.max(...counts.slice(1))
}

describe('the round trips of a write to PostgreSQL', () => {
  const geometry = { x: 0.5, y: 0.5 }

  it('a comment on a picture takes at most 4 round trips', async () => {
    const comment = () => annotateArtifact(agent, { id: 'art_1', kind: 'point', geometry, body: 'x' })
    expect(await roundTripsOf(comment)).toBeLessThanOrEqual(4)
  })

  it('a comment on a review and a reply take at most 4 round trips', async () => {
    const { threadId } = await runAs(agent, () =>
      createThread(agent, { id: 'rev_1', kind: 'review', body: 'x' }),
    )
    const create = () => createThread(agent, { id: 'rev_1', kind: 'review', body: 'x' })
    expect(await roundTripsOf(create)).toBeLessThanOrEqual(4)
    const reply = () => replyToThread(agent, { id: threadId, body: 'y' })
    expect(await roundTripsOf(reply)).toBeLessThanOrEqual(4)
  })

  it('the completion of an upload takes at most 5 round trips', async () => {
    for (let turn = 0; turn < 4; turn++) await insertRevision(`rvs_new${turn}`, turn + 2, null)
    const size = { bytes: 1, width: 1, height: 1, durationMs: null }
    const embed = { key: 'k', mime: 'image/png', sha256: 'h', ...size } as const
    const targets = await db.select().from(revision).where(like(revision.id, 'rvs_new%')).orderBy(revision.id)
    const trips = await roundTripsOf(async turn => {
      const target = targets[turn]
      if (!target) throw new Error('no revision')
      const files = { embed, originalKey: target.originalKey, poster: null, posterOriginalKey: null }
      const against = { revisionId: turn === 0 ? 'rvs_1' : `rvs_new${turn - 1}`, ...size }
      const change = { status: 'changed', changedPercent: null, boxes: [], against } as const
      const comparisons = { change: { ...change, boxes: [] }, baseline: null, settingsAt: null }
      expect(
        await commitCompletion(agent, target, { id: 'art_1', revisionId: target.id }, files, comparisons),
      ).not.toBeNull()
    })
    expect(trips).toBeLessThanOrEqual(5)
  })
})
