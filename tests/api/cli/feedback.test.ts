import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import type { PrintedError } from '../../../cli/failure'
import type { NextStep } from '../../../cli/next-step'
import type { Warning } from '../../../cli/thread/address'
import { annotate } from '../../support/reviews/comments'
import { newReview, threadsOf } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { newImage } from '../../support/reviews/comment-images'
import { newFolder, unpackCli } from '../../support/cli/cli'
import { sharedFixture } from '../../support/server/fixture'
import { sample } from '../../support/media/samples'

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

it('a review title with line breaks is printed on one line, and cannot imitate other output', async () => {
  const reviewId = await newReview(agent, projectId, 'Totals\nexhibit: forged')
  const { artifactId } = await upload(agent, reviewId, png, { title: 'Cart\n\nexhibit: forged' })
  const { body: thread } = await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'point',
    geometry: { x: 0.5, y: 0.5 },
    body: 'Here.\nexhibit: forged',
  })
  for (const args of [['list'], ['feedback', '--review', reviewId], ['view', thread.threadId]]) {
    const { stdout, stderr } = await cli.run(args)
    expect(`${stdout}\n${stderr}`).toContain('exhibit: forged')
    expect(`${stdout}\n${stderr}`).not.toMatch(/^exhibit: forged/m)
  }
})

it('`feedback --json` returns compact threads, and text output has no control characters', async () => {
  const { reviewId, thread } = await commented('Red \u001b[31mtotal\u202e.')
  const list = await cli.json<object>(['feedback', '--review', reviewId])
  expect(list).toMatchObject({
    code: 0,
    body: {
      reviewId,
      status: 'open',
      filter: 'open',
      count: 1,
      counts: { open: 1, total: 1 },
      threads: [{ threadId: thread.threadId, author: { type: 'human', name: 'Ann' } }],
      nextAction: { action: 'apply_feedback' },
      nextCommand: `exhibit view ${thread.threadId} --json`,
    },
  })
  const { stdout } = await cli.run(['feedback', '--review', `${server.url}/reviews/${reviewId}`])
  expect(stdout).toBe(
    `${thread.threadId} (open) comment 1, point on "Dashboard", revision 1\n` +
      '  in pixels: x=32, y=24\n  Ann: Red [31mtotal.\n',
  )
  const { stdout: json } = await cli.run(['feedback', '--review', reviewId, '--json'])
  expect(json).toMatch(/^[ -~]+\n$/)
  expect(json).toContain('Red [31mtotal.')
  expect((await cli.run(['feedback', '--review', reviewId, '--status', 'resolved'])).stdout).toBe(
    'No resolved threads.\n',
  )
  await cli.run(['address', thread.threadId])
  const after = await cli.json<NextStep>(['feedback', '--review', reviewId])
  expect(after.body.nextCommand).toBe(`exhibit wait --review ${reviewId} --json`)
})

it('`feedback` lists the images of comments with their URLs', async () => {
  const reviewId = await newReview(agent, projectId)
  const image = await newImage(server, person, reviewId, png, 'Nav.png')
  await person.call('POST', `/v1/reviews/${reviewId}/threads`, { body: 'As here.', imageIds: [image.id] })
  const { stdout } = await cli.run(['feedback', '--review', reviewId])
  expect(stdout).toContain(`  Ann: As here.\n    image: ${image.url}\n`)
})

it('`feedback` prints the video time or the time range of a comment on a recording', async () => {
  const reviewId = await newReview(agent, projectId)
  const { artifactId } = await upload(agent, reviewId, await readFile(sample('plain.mp4')), {
    kind: 'video',
    mime: 'video/mp4',
    title: 'Resize',
  })
  for (const time of [{ timestampMs: 200 }, { timestampMs: 200, endMs: 1900 }])
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
      kind: 'timestamp',
      body: 'It jumps.',
      ...time,
    })
  await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'point',
    geometry: { x: 0.5, y: 0.5 },
    body: 'Here.',
    timestampMs: 200,
    endMs: 1900,
    frameMs: 1200,
  })
  const { stdout } = await cli.run(['feedback', '--review', reviewId])
  expect(stdout).toContain('timestamp on "Resize", revision 1 at 0.2 s\n')
  expect(stdout).toContain('timestamp on "Resize", revision 1 at 0.2–1.9 s\n')
  expect(stdout).toContain('point on "Resize", revision 1 at 0.2–1.9 s, drawn at 1.2 s\n')
})

it('`reply` and `address` accept a thread id or URL, and a text as an argument or from stdin', async () => {
  const { reviewId, thread } = await commented()
  const reply = await cli.json<Thread & NextStep>(['reply', thread.url, 'Looking.'])
  expect([reply.code, reply.body]).toMatchObject([
    0,
    {
      status: 'open',
      reviewStatus: 'open',
      counts: { open: 1 },
      nextAction: { action: 'wait_for_person' },
      nextCommand: `exhibit wait --review ${reviewId} --json`,
    },
  ])
  const addressed = await cli.run(['address', thread.threadId, '-'], { stdin: Buffer.from('Fixed.\n') })
  expect([addressed.code, addressed.stdout]).toEqual([0, `${thread.threadId} is addressed: ${thread.url}\n`])
  const [answered] = await threadsOf(agent, reviewId)
  expect(answered?.comments.map(each => each.body)).toEqual(['The total wraps.', 'Looking.', 'Fixed.\n'])
})

it.each(['--ref', '--pr', '--review', '--project'])(
  '`view`, `reply` and `address` accept %s like the other commands',
  async option => {
    const { reviewId, thread } = await commented()
    const named = { '--ref': 'fix-totals', '--pr': '12', '--review': reviewId, '--project': 'Acme web' }[
      option
    ]
    const given = [option, named ?? '']
    const viewed = await cli.json<{ path: string }>(['view', thread.threadId, ...given])
    const replied = await cli.json<Thread>(['reply', ...given, thread.threadId, 'Looking.'])
    const addressed = await cli.json<Thread>(['address', thread.threadId, 'Fixed.', ...given])
    expect([viewed.code, replied.code, addressed.code]).toEqual([0, 0, 0])
    expect(addressed.body).toMatchObject({ threadId: thread.threadId, status: 'addressed' })
  },
)

describe('warnings of `exhibit address`', () => {
  const address = (...args: string[]) =>
    cli.json<Thread & NextStep & { warnings: Warning[] }>(['address', ...args])

  it('`exhibit address` states the next step in JSON, and on one line of the text output', async () => {
    const { reviewId, artifactId, thread } = await commented()
    await revise(agent, artifactId, png)
    const { body } = await address(thread.threadId, 'Fixed.')
    expect(body).toMatchObject({
      status: 'addressed',
      warnings: [],
      reviewStatus: 'open',
      counts: { open: 0, addressed: 1 },
      nextAction: { action: 'wait_for_person' },
      nextCommand: `exhibit wait --review ${reviewId} --json`,
    })
    const { stderr } = await cli.run(['reply', thread.threadId, 'See the total.'])
    expect(stderr).toBe(
      'The review is open. 1 addressed comment. Wait for the person to check. ' +
        `Next: exhibit wait --review ${reviewId}\n`,
    )
  })

  it('`exhibit address` warns if there is no revision after the last comment of a person', async () => {
    const { artifactId, thread } = await commented()
    await revise(agent, artifactId, png)
    await person.call('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'Still.' })
    await cli.run(['reply', thread.threadId, 'Looking.'])
    const { code, stdout, stderr } = await cli.run(['address', thread.threadId, 'By words.'])
    expect([code, stdout]).toEqual([0, `${thread.threadId} is addressed: ${thread.url}\n`])
    expect(stderr).toContain(`exhibit: "Dashboard" has no revision since the comment ${thread.threadId}. `)
    const other = await commented()
    const { body } = await address(other.thread.threadId)
    expect(body.warnings).toMatchObject([{ code: 'no_new_revision', threadId: other.thread.threadId }])
  })

  it('`address` warns of no missing revision on a review thread, or without feedback:read', async () => {
    const { reviewId, thread } = await commented()
    const path = `/v1/reviews/${reviewId}/threads`
    const { body: general } = await person.call<Thread>('POST', path, { body: 'The title?' })
    expect((await address(general.threadId, 'Renamed.')).body.warnings).toEqual([])
    const env = { EXHIBIT_TOKEN: await person.token({ capabilities: ['thread:reply'] }) }
    const blind = await cli.json(['address', thread.threadId, 'Fixed.'], { env })
    expect([blind.code, blind.body]).toMatchObject([0, { status: 'addressed', warnings: [] }])
    expect(blind.body).not.toHaveProperty('nextAction')
  })

  it('`exhibit address` adds a text to the thread, but does not add the same text again', async () => {
    const { reviewId, thread } = await commented()
    await address(thread.threadId, 'Fixed.')
    for (const args of [[thread.threadId, ' Fixed.'], [thread.threadId]]) {
      const { code, body } = await address(...args)
      expect([code, body.status, body.warnings]).toMatchObject([
        0,
        'addressed',
        [{ code: 'already_addressed' }],
      ])
    }
    await address(thread.threadId, 'In all browsers.')
    const [found] = await threadsOf(agent, reviewId)
    expect(found?.comments.map(each => each.body)).toEqual(['The total wraps.', 'Fixed.', 'In all browsers.'])
  })
})

it('`view` saves the marked part of the picture and prints the path of the saved file', async () => {
  const { reviewId, thread } = await commented()
  const saved = await cli.run(['view', thread.url])
  expect(saved).toMatchObject({ code: 0, stdout: expect.stringContaining(thread.threadId) })
  expect((await sharp(saved.stdout.trim()).metadata()).format).toBe('png')
  const out = join(await newFolder('view'), 'deep', 'mark.png')
  const { body } = await cli.json<{ path: string; replaced: boolean; crop: unknown; thread: Thread }>([
    'view',
    thread.threadId,
    '--out',
    out,
    '--width',
    '512',
  ])
  expect([body.path, body.thread.comment]).toEqual([out, 'The total wraps.'])
  expect(body).toMatchObject({ replaced: false, crop: { x: 0, y: 0, width: 64, height: 48, scale: 1 } })
  const again = await cli.run(['view', thread.threadId, '--out', out])
  expect([again.code, again.stderr]).toEqual([
    0,
    expect.stringContaining('takes the place of an earlier file'),
  ])
  expect((await sharp(out).metadata()).width).toBe(64)
  const { body: general } = await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
    body: 'Nice.',
  })
  const none = await cli.json(['view', general.threadId])
  expect([none.code, none.body.error.code]).toEqual([1, 'no_picture'])
})

it('`view` prints a command that addresses all open threads, but at most ten threads', async () => {
  const { reviewId, thread, artifactId } = await commented()
  const resolved = await annotate(person.call, artifactId, 'Done.')
  await person.call('POST', `/v1/threads/${resolved.threadId}/resolve`)
  const answers = [thread, await annotate(person.call, artifactId, 'Too small.')]
  const nextOf = async () =>
    (await cli.json<{ nextCommand: string }>(['view', thread.threadId])).body.nextCommand
  const command = (files: string) => {
    const options = answers.map(each => `--address ${each.threadId}="WHAT CHANGED"`)
    return `exhibit push ${files} ${options.join(' ')} --review ${reviewId} --json`
  }
  expect(await nextOf()).toBe(command('FILE'))
  const other = await upload(agent, reviewId, png, { title: 'Menu' })
  for (let at = 3; at <= 10; at++) answers.push(await annotate(person.call, other.artifactId, `${at}.`))
  expect(await nextOf()).toBe(command('FILES'))
  await annotate(person.call, other.artifactId, '11.')
  expect(await nextOf()).toBe(command('FILES'))
})

it('`view --both` saves two revisions side by side, and fails without a newer revision', async () => {
  const { artifactId, thread } = await commented()
  const before = await cli.json(['view', thread.threadId, '--both'])
  expect([before.code, before.body.error]).toMatchObject([
    1,
    { code: 'conflict', hint: expect.stringContaining('leave --both out') as string },
  ])
  await revise(agent, artifactId, png)
  const saved = await cli.run(['view', thread.threadId, '--both'])
  expect(await sharp(saved.stdout.trim()).metadata()).toMatchObject({ width: 64 + 4 + 64, height: 48 + 22 })
  expect(saved.stdout).toContain(`${thread.threadId}-both.png`)
  expect(saved.stderr).toContain('Left: revision 1, with the mark. Right: revision 2, the latest.\n')
  expect((await cli.json(['view', thread.threadId, '--both'])).body).toMatchObject({
    left: { revision: 1 },
    right: { revision: 2 },
  })
})

it('`exhibit address` can be used without a text', async () => {
  const { thread } = await commented()
  expect((await cli.json<Thread>(['address', thread.threadId])).body).toMatchObject({
    status: 'addressed',
    comments: [{ body: 'The total wraps.' }],
  })
})

it('`open` prints the URL of the review', async () => {
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

it('`wait` returns the feedback of a person, and ends with exit code 5 without feedback', async () => {
  const { reviewId, thread } = await commented()
  const news = await cli.json<Output<'waitForFeedback'>>(['wait', '--review', reviewId, '--timeout', '30'])
  expect(news).toMatchObject({
    code: 0,
    body: {
      changed: true,
      nextAction: { action: 'apply_feedback' },
      nextCommand: `exhibit view ${thread.threadId} --json`,
      threads: [{ threadId: thread.threadId, comment: 'The total wraps.' }],
    },
  })
  const since = ['--since', news.body.cursor]
  const args = ['wait', '--review', reviewId, '--timeout', '0', ...since]
  const { code, body } = await cli.json(args)
  expect([code, body]).toMatchObject([
    5,
    {
      error: {
        code: 'wait_ran_out',
        hint: expect.stringMatching(/^The review is open\. There is 1 open comment\. /) as string,
        exitCode: 5,
      },
      changed: false,
      status: 'open',
      counts: { open: 1, total: 1 },
      nextAction: { action: 'apply_feedback' },
      nextCommand: `exhibit feedback --review ${reviewId} --json`,
    },
  ])
  const shown = await cli.run(args)
  expect([shown.code, shown.stdout]).toEqual([5, ''])
  expect(shown.stderr).toMatch(
    /^exhibit: No comment or verdict .* There is 1 open comment\. .* Next: exhibit feedback --review \w+\n$/,
  )
  expect(shown.stderr).not.toContain('again')
  await cli.run(['address', thread.threadId])
  const waiting = await cli.json<NextStep & { error: PrintedError }>(args)
  expect([waiting.code, waiting.body]).toMatchObject([
    5,
    {
      error: { hint: 'Run the same command again to go on waiting.' },
      nextCommand: `exhibit wait --review ${reviewId} --json`,
    },
  ])
})

it('`wait` and `reply` print that a person requested changes', async () => {
  const { reviewId, thread } = await commented()
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'changes_requested' })
  const { stderr } = await cli.run(['reply', thread.threadId, 'Looking.'])
  expect(stderr).toMatch(/^Changes were requested\. There is 1 open comment, and an agent replied last\./)
  const resolved = await person.call('PATCH', `/api/threads/${thread.threadId}`, { status: 'resolved' })
  expect(resolved.status).toBe(200)
  const { stdout } = await cli.run(['wait', '--review', reviewId, '--timeout', '0'])
  expect(stdout).toMatch(/^A person requested changes\. Upload/)
})

describe('`exhibit view` without `--out`', () => {
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777

  it('`view` without `--out` saves the picture so that only the current user can read it', async () => {
    const { thread } = await commented()
    const TMPDIR = await newFolder('temporary')
    const { body } = await cli.json<{ path: string }>(['view', thread.threadId], { env: { TMPDIR } })
    const folder = dirname(body.path)
    expect([folder, await modeOf(folder), await modeOf(body.path)]).toEqual([
      join(TMPDIR, `exhibit-${userInfo().uid}`),
      0o700,
      0o600,
    ])
    const again = await cli.json(['view', thread.threadId], { env: { TMPDIR } })
    expect(again.body).toMatchObject({ path: body.path, replaced: true })
  })

  it.each([
    ['is open to others', (path: string) => mkdir(path).then(() => chmod(path, 0o777))],
    ['is a link', async (path: string) => symlink(await newFolder('elsewhere'), path)],
  ])('`view` without `--out` uses another folder if its default folder %s', async (_, prepare) => {
    const { thread } = await commented()
    const TMPDIR = await newFolder('temporary')
    const folder = join(TMPDIR, `exhibit-${userInfo().uid}`)
    await prepare(folder)
    const { body } = await cli.json<{ path: string }>(['view', thread.threadId], { env: { TMPDIR } })
    expect([dirname(body.path) === folder, await readdir(folder)]).toEqual([false, []])
    expect([await modeOf(dirname(body.path)), await modeOf(body.path)]).toEqual([0o700, 0o600])
  })
})

it('`watch` first returns the current state, even when nothing has changed', async () => {
  const { reviewId, thread } = await commented()
  await cli.run(['reply', thread.threadId, 'Looking.'])
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
  const cursor = (await agent<Output<'listThreads'>>('GET', `/v1/reviews/${reviewId}/threads`)).body.cursor
  const { code, stdout } = await cli.run(['watch', '--review', reviewId, '--json', '--since', cursor])
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { changed: false, status: 'verified', threads: [] }])
})

it('`watch` prints a line for each change, and ends when a person verifies the review', async () => {
  const { reviewId, thread } = await commented()
  const child = cli.start(['watch', '--review', reviewId, '--json'])
  if (!child.stdout) throw new Error('The command has no stdout.')
  const actions: [string, string | null][] = []
  const closed = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) {
    const { nextAction, nextCommand } = JSON.parse(line) as NextStep
    actions.push([nextAction.action, nextCommand])
    if (actions.length === 1)
      await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
  }
  expect([await closed, actions]).toEqual([
    [0, null],
    [
      ['apply_feedback', `exhibit view ${thread.threadId} --json`],
      ['done', null],
    ],
  ])
})

it.each(['bash', 'zsh', 'fish'])('`completion` prints a %s script with all commands', async shell => {
  const { code, stdout } = await cli.run(['completion', shell])
  expect(code).toBe(0)
  for (const word of ['push', 'feedback', 'route', 'revise']) expect(stdout).toContain(word)
})
