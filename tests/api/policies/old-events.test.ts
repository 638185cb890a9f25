import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import type { AdminWorkspace } from '#shared/contract/admin'
import type { Thread } from '#shared/contract/thread'
import { DAY } from '#shared/time'
import { administratorOf, adminEmail } from '../../support/people/admin'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { pngImage } from '../../support/media/samples'
import { preloading } from '../../support/server/preload'
import { sharedServerWithClock } from '../../support/server/server'
import { sweepOnTime } from '../../support/server/sweep'

const server = await sharedServerWithClock({
  ...{ EVENTS_DAYS: '30', ADMINS: adminEmail, LOG_LEVEL: 'info' },
  ...preloading('timers', 'quick-passwords'),
})
await signUp(server, 'Ada', { email: adminEmail })
const png = await pngImage(16, 16)

describe('audit events on a server with EVENTS_DAYS', () => {
  it('the sweep deletes old events, and agents still find unanswered comments', async () => {
    const ann = await signUp(server, 'Ann')
    const agent = await ann.agent()
    const { adminAction } = await administratorOf(server)
    const other = await signUp(server)
    await adminAction(other.id, 'suspend')
    const reviewId = await newReview(agent, await ann.project())
    await upload(agent, reviewId, png)
    const write = async (body: string) =>
      (await ann.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body })).body
    const [waiting, answered, resolved] = [await write('Wait.'), await write('Reply.'), await write('Done.')]
    const reply = await agent<Thread>('POST', `/v1/threads/${answered.threadId}/replies`, { body: 'Why?' })
    await ann.call('POST', `/v1/threads/${resolved.threadId}/resolve`)
    // The number of old events is larger than one batch of the sweep.
    const [sample] = await runSql<{ id: string }>(
      server,
      'SELECT id FROM event WHERE review_id = ? LIMIT 1',
      [reviewId],
    )
    const columns = 'workspace_id, kind, actor_type, actor_id, actor_name, subject_id, created_at'
    for (let count = 0; count < 1001; count++)
      await runSql(
        server,
        `INSERT INTO event (id, ${columns})
          SELECT 'evt_00000000000000000000' || ?, ${columns} FROM event WHERE id = ?`,
        [String(1_000_000 + count), sample?.id ?? ''],
      )
    const subjects = async () =>
      (
        await runSql<{ subject_id: string }>(
          server,
          'SELECT subject_id FROM event WHERE workspace_id = ? ORDER BY id',
          [ann.workspaceId],
        )
      ).map(row => row.subject_id)
    const adminEvents = async () =>
      (await runSql(server, 'SELECT id FROM admin_event WHERE subject_id = ?', [other.id])).length
    await sweepOnTime(server, 29 * DAY)
    // The inserted events have ids from 1970, so they are old enough to be deleted.
    expect((await subjects()).length).toBeLessThan(100)
    expect((await subjects()).length).toBeGreaterThan(10)
    expect(await adminEvents()).toBe(1)
    await sweepOnTime(server, 2 * DAY)
    const comment = waiting.comments[0]?.id ?? ''
    // The event of the agent's reply is not deleted either, because no other agent has replied to it.
    expect(await subjects()).toEqual([comment, reply.body.comments.at(-1)?.id])
    expect(await adminEvents()).toBe(0)

    const { body: news } = await agent<Output<'waitForFeedback'>>(
      'GET',
      `/v1/reviews/${reviewId}/wait?seconds=0`,
    )
    expect(news.threads.map(each => each.threadId)).toEqual([waiting.threadId])
    const threads = (await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads?status=all`))
      .body.threads
    expect(threads).toHaveLength(3)
    // The last activity of a workspace is the activity in its reviews, not the creation of the workspace.
    const { workspaces } = (
      await (
        await administratorOf(server)
      ).admin.call<{ workspaces: AdminWorkspace[] }>('GET', `/api/admin/workspaces?search=${ann.workspaceId}`)
    ).body
    expect(Date.parse(workspaces[0]?.lastActivityAt ?? '')).toBeGreaterThan(
      Date.parse(workspaces[0]?.createdAt ?? ''),
    )
    // After an agent has replied to the comment, the sweep deletes the event of the comment.
    await agent('POST', `/v1/threads/${waiting.threadId}/replies`, { body: 'I see.' })
    await sweepOnTime(server, DAY)
    expect(await subjects()).not.toContain(comment)
  })
})
