import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import { newReview, revise, upload } from '../../support/client'
import { newFolder, unpackCli } from '../../support/cli'
import { sharedFixture } from '../../support/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const cli = await unpackCli(server, { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token() })

/** Creates a review with one picture and a comment of a person on it. */
async function commented(body = 'The total wraps.') {
  const reviewId = await newReview(agent, projectId)
  const { artifactId } = await upload(agent, reviewId, png)
  const { body: thread } = await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'point',
    geometry: { x: 0.5, y: 0.5 },
    body,
  })
  return { reviewId, artifactId, thread }
}

it('feedback prints what the API has, and text for people without control characters', async () => {
  const { reviewId, thread } = await commented('Red \u001b[31mtotal\u202e.')
  const list = await cli.json<Output<'listThreads'>>(['feedback', '--review', reviewId])
  expect(list).toMatchObject({
    code: 0,
    body: { reviewId, count: 1, threads: [{ threadId: thread.threadId }] },
  })
  const { stdout } = await cli.run(['feedback', '--review', `${server.url}/reviews/${reviewId}`])
  expect(stdout).toBe(
    `${thread.threadId} (open) point on "Dashboard", revision 1\n  Ann: Red [31mtotal.\n  ${thread.url}\n`,
  )
  expect((await cli.run(['feedback', '--review', reviewId, '--status', 'resolved'])).stdout).toBe(
    'No resolved threads.\n',
  )
})

it('reply and address take a thread by id or address, and text as argument or from stdin', async () => {
  const { reviewId, thread } = await commented()
  const reply = await cli.json<Thread>(['reply', thread.url, 'Looking.'])
  expect([reply.code, reply.body.status]).toEqual([0, 'open'])
  const addressed = await cli.run(['address', thread.threadId, '-'], { stdin: Buffer.from('Fixed.\n') })
  expect([addressed.code, addressed.stdout]).toEqual([0, `${thread.threadId} is addressed: ${thread.url}\n`])
  const { body } = await cli.json<Output<'listThreads'>>([
    'feedback',
    '--review',
    reviewId,
    '--status',
    'all',
  ])
  expect(body.threads[0]?.comments.map(each => each.body)).toEqual([
    'The total wraps.',
    'Looking.',
    'Fixed.\n',
  ])
})

it('view saves the marked part of the picture and prints its path', async () => {
  const { reviewId, thread } = await commented()
  const saved = await cli.run(['view', thread.url])
  expect(saved).toMatchObject({ code: 0, stdout: expect.stringContaining(thread.threadId) })
  expect((await sharp(saved.stdout.trim()).metadata()).format).toBe('png')
  const out = join(await newFolder('view'), 'deep', 'mark.png')
  const { body } = await cli.json<{ path: string; thread: Thread }>([
    'view',
    thread.threadId,
    '--out',
    out,
    '--width',
    '512',
  ])
  expect([body.path, body.thread.comment]).toEqual([out, 'The total wraps.'])
  expect((await sharp(out).metadata()).width).toBe(64)
  const { body: general } = await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
    body: 'Nice.',
  })
  const none = await cli.json(['view', general.threadId])
  expect([none.code, none.body.error.code]).toEqual([1, 'no_picture'])
})

it('view --both saves before and after side by side, and says what is missing before', async () => {
  const { artifactId, thread } = await commented()
  const before = await cli.json(['view', thread.threadId, '--both'])
  expect([before.code, before.body.error]).toMatchObject([
    1,
    { code: 'conflict', hint: expect.stringContaining('Upload a revision') as string },
  ])
  await revise(agent, artifactId, png)
  const saved = await cli.run(['view', thread.threadId, '--both'])
  expect(await sharp(saved.stdout.trim()).metadata()).toMatchObject({ width: 64 + 4 + 64, height: 48 })
})

it('address needs no text', async () => {
  const { thread } = await commented()
  expect((await cli.json<Thread>(['address', thread.threadId])).body).toMatchObject({
    status: 'addressed',
    comments: [{ body: 'The total wraps.' }],
  })
})

it('open prints the address of the review', async () => {
  const { reviewId } = await commented()
  const url = `${server.url}/reviews/${reviewId}`
  expect((await cli.run(['open', '--review', reviewId])).stdout).toBe(`${url}\n`)
  expect((await cli.json(['open', '--review', reviewId])).body).toEqual({
    id: reviewId,
    title: 'Totals wrap',
    status: 'open',
    url,
  })
})

it('wait returns what a person has said, and ends with 5 when nobody says anything', async () => {
  const { reviewId, thread } = await commented()
  const news = await cli.json<Output<'waitForFeedback'>>(['wait', '--review', reviewId, '--timeout', '30'])
  expect(news).toMatchObject({
    code: 0,
    body: {
      changed: true,
      nextAction: { action: 'apply_feedback' },
      threads: [{ threadId: thread.threadId }],
    },
  })
  const since = ['--since', news.body.cursor]
  const { code, body } = await cli.json(['wait', '--review', reviewId, '--timeout', '0', ...since])
  expect([code, body.error]).toMatchObject([5, { code: 'wait_ran_out', exitCode: 5 }])
})

it('watch prints a line for each change, and ends when a person verifies', async () => {
  const { reviewId } = await commented()
  const child = cli.start(['watch', '--review', reviewId, '--json'])
  if (!child.stdout) throw new Error('The command has no stdout.')
  const actions: string[] = []
  const closed = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) {
    actions.push((JSON.parse(line) as Output<'waitForFeedback'>).nextAction.action)
    if (actions.length === 1)
      await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
  }
  expect([await closed, actions]).toEqual([
    [0, null],
    ['apply_feedback', 'done'],
  ])
})

it.each(['bash', 'zsh', 'fish'])('completion prints a script for %s with the commands', async shell => {
  const { code, stdout } = await cli.run(['completion', shell])
  expect(code).toBe(0)
  for (const word of ['push', 'feedback', 'route', 'revise']) expect(stdout).toContain(word)
})
