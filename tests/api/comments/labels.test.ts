import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import type { CompactThread, Thread } from '#shared/contract/thread'
import { callTool, connectMcp } from '../../support/cli/mcp'
import { unpackCli } from '../../support/cli/cli'
import { runSql } from '../../support/data/database'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { newShareLink, visitorOf } from '../../support/reviews/share'
import { upload } from '../../support/reviews/uploads'
import type { Call } from '../../support/server/client'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()

/** Creates a review with a comment of a person on a picture. */
async function commented() {
  const reviewId = await newReview(agent, projectId)
  const { artifactId } = await upload(agent, reviewId, png)
  const mark = { geometry: { x: 0.5, y: 0.5 }, body: 'The total wraps.' }
  const { threadId } = (await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, mark))
    .body
  return {
    reviewId,
    threadId,
    setLabel: (label: unknown, by: Call = person.call) =>
      by<Thread>('PATCH', `/api/threads/${threadId}`, { label }),
  }
}

describe('the label of a thread', () => {
  it('members and reviewers set, change and remove the label of a thread; agents cannot', async () => {
    const { threadId, setLabel } = await commented()
    const read = async () => (await agent<Thread>('GET', `/v1/threads/${threadId}`)).body
    expect((await read()).label).toBeNull()
    const labeled = await setLabel('blocker')
    expect(labeled).toMatchObject({ status: 200, body: { label: 'blocker', status: 'open' } })
    const reviewer = await joined(server, person, 'Rae', 'reviewer')
    expect((await setLabel('nit', reviewer.call)).body.label).toBe('nit')
    expect((await setLabel('blocker', agent)).status).toBe(403)
    expect((await setLabel('blocker', (await signUp(server, 'Sid')).call)).status).toBe(404)
    expect((await read()).label).toBe('nit')
    // A change of another field does not change the label.
    const moved = await person.call<Thread>('PATCH', `/api/threads/${threadId}`, {
      geometry: { x: 0.1, y: 0.1 },
    })
    expect(moved.body).toMatchObject({ label: 'nit', geometry: { x: 0.1, y: 0.1 } })
    expect((await setLabel(null)).body.label).toBeNull()
  })

  it('an unknown label gets 422, which names the field', async () => {
    const { setLabel } = await commented()
    for (const label of ['', 'Nit', 'blocker ', 1])
      expect(await setLabel(label)).toMatchObject({ status: 422, body: { data: { field: 'label' } } })
  })

  it('a changed thread label creates an audit event with the label, and ends a wait request', async () => {
    const { reviewId, threadId, setLabel } = await commented()
    const wait = async (since: string) =>
      (
        await agent<Output<'waitForFeedback'>>(
          'GET',
          `/v1/reviews/${reviewId}/wait?fields=compact&gather=0&since=${since}`,
        )
      ).body
    const { cursor } = (await agent<Output<'listThreads'>>('GET', `/v1/reviews/${reviewId}/threads`)).body
    const waiting = wait(cursor)
    await setLabel('blocker')
    expect(await waiting).toMatchObject({ changed: true, threads: [{ threadId, label: 'blocker' }] })
    await setLabel(null)
    const events = await runSql(
      server,
      "SELECT actor_id, detail FROM event WHERE subject_id = ? AND kind = 'thread.updated' ORDER BY id",
      [threadId],
    )
    const actor_id = person.id
    expect(events).toEqual([
      { actor_id, detail: 'blocker' },
      { actor_id, detail: 'no_label' },
    ])
  })

  it('agents get the label of a thread in every format of a list of threads', async () => {
    const { reviewId, threadId, setLabel } = await commented()
    const path = `/v1/reviews/${reviewId}/threads`
    const compact = async () =>
      (await agent<{ threads: CompactThread[] }>('GET', `${path}?fields=compact`)).body.threads
    expect(Object.keys((await compact())[0] ?? {})).not.toContain('label')
    await setLabel('blocker')
    expect((await agent<Output<'listThreads'>>('GET', path)).body.threads).toMatchObject([
      { threadId, label: 'blocker' },
    ])
    expect(await compact()).toMatchObject([{ threadId, label: 'blocker' }])
    const markdown = await (
      await fetch(`${server.url}${path}?format=text`, {
        headers: { authorization: `Bearer ${await person.token()}` },
      })
    ).text()
    expect(markdown).toContain(`- ${threadId} (open) (blocker) comment 1, point on "Dashboard"`)
  })

  it('MCP and the command line show the label of a thread', async () => {
    const { reviewId, threadId, setLabel } = await commented()
    await setLabel('nit')
    const token = await person.token()
    const client = await connectMcp(server, token)
    const feedback = await callTool(client, 'read_feedback', { reviewId })
    expect(feedback.data).toMatchObject({ threads: [{ threadId, label: 'nit' }] })
    await client.close()
    const cli = await unpackCli(server, { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: token })
    const line = `${threadId} (open) (nit) comment 1, point on "Dashboard"`
    expect((await cli.run(['feedback', '--review', reviewId])).stdout).toContain(line)
    expect((await cli.run(['wait', '--review', reviewId])).stdout).toContain(line)
    expect((await cli.run(['view', threadId])).stderr).toContain(line)
  })

  it('visitors of a share link see the labels of threads', async () => {
    const { reviewId, threadId, setLabel } = await commented()
    await setLabel('blocker')
    const { token } = await newShareLink(person.call, reviewId)
    const { body } = await visitorOf(server, token).read()
    expect(body.threads).toMatchObject([{ threadId, label: 'blocker' }])
  })
})
