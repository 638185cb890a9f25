import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Change } from '~~/server/changes/change'
import { subscribe } from '~~/server/changes/live'
import { recordChange } from '~~/server/changes/record-change'
import { db, write } from '~~/server/db'
import {
  comment,
  event,
  forgeConnection,
  membership,
  notification,
  pullRequestUpdate,
  review,
  thread,
  user,
} from '~~/server/db/schema'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let seeded: SeededDatabase
beforeAll(async () => {
  seeded = await seedDatabase()
  const now = new Date()
  await write(async tx => {
    await tx
      .insert(user)
      .values({ id: 'usr_2', name: 'Ann', email: 'ann@example.com', createdAt: now, updatedAt: now })
    await tx.insert(membership).values({ workspaceId: 'ws_1', userId: 'usr_2', role: 'member', createdAt: 0 })
    await tx.insert(review).values({
      id: 'rev_1',
      projectId: 'prj_1',
      workspaceId: 'ws_1',
      title: 'Login',
      status: 'open',
      createdBy: 'ci',
      createdAt: 0,
      updatedAt: 0,
    })
    await tx.insert(thread).values({
      id: 'thr_1',
      reviewId: 'rev_1',
      kind: 'review',
      status: 'open',
      createdAt: 0,
      updatedAt: 0,
    })
    await tx.insert(comment).values({
      id: 'cmt_1',
      threadId: 'thr_1',
      body: 'Hello',
      authorType: 'human',
      authorId: 'usr_1',
      authorName: 'Mel',
      createdAt: 0,
    })
  })
})
afterAll(() => seeded.remove())

const scope = { workspaceId: 'ws_1', projectId: 'prj_1', reviewId: 'rev_1' }
const resolved = (): Change => ({
  kind: 'thread.resolved',
  actor: seeded.human,
  subjectId: 'thr_1',
  ...scope,
})
const versionOfReview = async () => (await db.select().from(review).where(eq(review.id, 'rev_1')))[0]?.version
const events = () => db.select().from(event)

it('a change of a review stores an event, and notifies event streams after the commit', async () => {
  const listener = vi.fn()
  const unsubscribe = subscribe(['rev_1'], listener)
  await write(async tx => {
    await recordChange(tx, resolved())
    expect(listener).not.toHaveBeenCalled()
  })
  unsubscribe()
  expect(listener).toHaveBeenCalledOnce()
  const [row] = await events()
  expect(row).toMatchObject({ ...scope, kind: 'thread.resolved', subjectId: 'thr_1', actorId: 'usr_1' })
  expect(row?.reviewVersion).toBe(await versionOfReview())
})

it('a change whose transaction fails stores no event and notifies no event stream', async () => {
  const before = await events()
  const listener = vi.fn()
  const unsubscribe = subscribe(['rev_1'], listener)
  const failing = write(async tx => {
    await recordChange(tx, resolved())
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  unsubscribe()
  expect(listener).not.toHaveBeenCalled()
  expect(await events()).toEqual(before)
})

it('a change without an event still increases the review version and notifies event streams', async () => {
  const before = { version: await versionOfReview(), events: await events() }
  const listener = vi.fn()
  const unsubscribe = subscribe(['rev_1'], listener)
  await write(tx => recordChange(tx, { kind: 'review.updated', reviewId: 'rev_1' }))
  unsubscribe()
  expect(listener).toHaveBeenCalledOnce()
  expect(await versionOfReview()).toBe((before.version ?? 0) + 1)
  expect(await events()).toEqual(before.events)
})

it('the event and the review of a verdict have its time, however long the write takes', async () => {
  const at = Date.now() + 1000
  await write(tx =>
    recordChange(tx, {
      kind: 'review.verified',
      actor: seeded.human,
      subjectId: 'rev_1',
      at,
      verdict: { id: 'ver_1', mentions: null },
      ...scope,
    }),
  )
  const [changed] = await db.select().from(review).where(eq(review.id, 'rev_1'))
  const [logged] = await db.select().from(event).where(eq(event.kind, 'review.verified'))
  expect([changed?.updatedAt, logged?.createdAt]).toEqual([at, at])
})

it('a change of a comment notifies its mentioned people without reading the comment again', async () => {
  const mention = { userId: 'usr_2', name: 'Ann' }
  await write(tx =>
    recordChange(tx, {
      kind: 'comment.created',
      actor: seeded.human,
      subjectId: 'cmt_1',
      comment: { threadId: 'thr_1', mentions: [mention] },
      ...scope,
    }),
  )
  expect(await db.select().from(notification)).toMatchObject([
    { userId: 'usr_2', kind: 'mention', commentId: 'cmt_1', actorId: 'usr_1' },
  ])
})

it('a new review of a connected project queues an update of its pull request', async () => {
  await write(async tx => {
    await tx.insert(forgeConnection).values({
      projectId: 'prj_1',
      kind: 'github',
      apiUrl: 'https://api.github.com',
      repository: 'acme/web',
      token: 't',
      tokenHint: 't',
      pictures: false,
      createdAt: 0,
    })
    await tx.update(review).set({ prRef: 'pr-7' })
    const created = { actor: seeded.agent, subjectId: 'rev_1', ...scope }
    await recordChange(tx, { kind: 'review.created', ...created })
  })
  expect(await db.select().from(pullRequestUpdate)).toMatchObject([{ reviewId: 'rev_1', changes: 1 }])
})

it('the deletion of a project notifies only the event streams of the deleted reviews', async () => {
  const deleted = vi.fn()
  const other = vi.fn()
  const ends = [subscribe(['rev_2'], deleted), subscribe(['rev_1', 'ws_1'], other)]
  await write(tx =>
    recordChange(tx, {
      kind: 'project.deleted',
      actor: seeded.human,
      subjectId: 'prj_2',
      reviewIds: ['rev_2'],
      workspaceId: 'ws_1',
    }),
  )
  for (const end of ends) end()
  expect(deleted).toHaveBeenCalledOnce()
  expect(other).not.toHaveBeenCalled()
})

it('the compiler rejects a change that lacks a field which its subscribers need', () => {
  // @ts-expect-error Without `comment`, the mentioned people could not be notified.
  const comment: Change = { kind: 'comment.updated', actor: seeded.human, subjectId: 'cmt_1', ...scope }
  // @ts-expect-error Without `reviewIds`, the event streams could not be notified.
  const project: Change = { kind: 'project.deleted', actor: seeded.human, subjectId: 'prj_1', ...scope }
  expect([comment.kind, project.kind]).toEqual(['comment.updated', 'project.deleted'])
})
