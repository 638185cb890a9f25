import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Thread } from '#shared/contract/thread'
import type { PushResult } from '../../../../cli/push/push'
import type { Warning } from '../../../../cli/thread/address'
import { folderWith, outcomesOf, pushFixture } from '../../../support/cli/push'
import { noise, pngImage, sample } from '../../../support/media/samples'
import { threadsOf } from '../../../support/reviews/review'

const { person, agent, png, other, cli, push, readReview } = await pushFixture()

describe('exhibit push --address with more files than one form takes', () => {
  /** Creates 51 images, pushes one of them, and adds a comment. Returns the names of the 50 other images. */
  async function manyWithComment(ref: string, path: (pushed: PushResult) => string, kind: { kind: string }) {
    const names = Array.from({ length: 50 }, (_, index) => `n${index}.png`)
    const images = await Promise.all(names.map(async (name, i) => [name, await pngImage(10 + i, 8)] as const))
    const cwd = await folderWith({ 'a.png': png, ...Object.fromEntries(images) })
    const { body } = await push(['a.png', '--ref', ref], { cwd })
    const { body: thread } = await person.call<Thread>('POST', path(body), { body: 'Red.', ...kind })
    return { cwd, reviewId: body.review.id, threadId: thread.threadId, names }
  }
  const readThread = async (reviewId: string) => (await threadsOf(agent, reviewId))[0]

  it('`push` of more than 50 files addresses no thread if the commented file is unchanged', async () => {
    const { cwd, reviewId, threadId, names } = await manyWithComment(
      'many the same',
      ({ files }) => `/v1/artifacts/${files[0]?.artifactId}/annotations`,
      { kind: 'artifact' },
    )
    const args = ['push', 'a.png', ...names, '--ref', 'many the same', '--address', `${threadId}=Blue.`]
    const { code, body } = await cli.json<
      PushResult & { threads: Thread[]; error: { code: string; hint: string } }
    >(args, { cwd })
    expect([code, body.threads, body.error.code]).toEqual([2, [], 'unchanged'])
    expect(body.error.hint).toContain('No reply was sent.')
    expect(outcomesOf({ body })).toEqual(['failed', ...names.map(() => 'created')])
    expect(await readThread(reviewId)).toMatchObject({ status: 'open', comments: [{}] })
    await writeFile(join(cwd, 'a.png'), other)
    const changed = await cli.json<PushResult>(args, { cwd })
    expect([changed.code, outcomesOf(changed)]).toEqual([0, ['revised', ...names.map(() => 'unchanged')]])
    expect(await readThread(reviewId)).toMatchObject({
      status: 'addressed',
      comments: [{}, { body: 'Blue.' }],
    })
  })

  it('`push` of more than 50 files addresses a comment on the review if any file is new', async () => {
    const { cwd, reviewId, threadId, names } = await manyWithComment(
      'many changed',
      ({ review }) => `/v1/reviews/${review.id}/threads`,
      { kind: 'review' },
    )
    const args = [...names, 'a.png', '--ref', 'many changed', '--address', `${threadId}=Blue.`]
    const { code, body } = await push(args, { cwd })
    expect([code, outcomesOf({ body })]).toEqual([0, [...names.map(() => 'created'), 'unchanged']])
    expect(await readThread(reviewId)).toMatchObject({ status: 'addressed' })
  })
})

describe('exhibit push --address without a title', () => {
  const pointAt = async (artifactId: string | null | undefined, body = 'Too small.') => {
    const mark = { kind: 'point', geometry: { x: 0.5, y: 0.5 }, body }
    return (await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, mark)).body.threadId
  }
  const shownIn = async (id: string) =>
    (await readReview(id)).artifacts.map(({ title, revisions }) => [title, revisions.length])
  const statusOf = async (id: string) => (await threadsOf(agent, id)).map(each => each.status)

  /** Pushes "Home" and "Menu" to a review. Returns the ids of the review and of both artifacts. */
  async function homeAndMenu(ref: string, cwd: string) {
    const { body } = await push(['home.png', 'menu.png', '--ref', ref], { cwd })
    const [home = '', menu = ''] = body.files.map(each => each.artifactId ?? '')
    return { id: body.review.id, home, menu }
  }

  it('`push --address` with one file revises the evidence of the comment', async () => {
    const cwd = await folderWith({
      'before.png': png,
      'after.png': other,
      'fixed.png': await noise(32, 32).png().toBuffer(),
    })
    const pair = await push(['--before', 'before.png', '--after', 'after.png', '--ref', 'commented pair'], {
      cwd,
    })
    const [thread, second] = [
      await pointAt(pair.body.files[1]?.artifactId),
      await pointAt(pair.body.files[1]?.artifactId),
    ]
    await writeFile(join(cwd, 'after.png'), await noise(40, 40).png().toBuffer())
    const args = [
      'after.png',
      '--ref',
      'commented pair',
      '--address',
      `${thread}=Larger.`,
      '--address',
      second,
    ]
    const { code, body } = await cli.json<PushResult & { warnings: Warning[] }>(['push', ...args], { cwd })
    expect([code, body.warnings, body.files]).toMatchObject([
      0,
      [],
      [{ title: 'Before and after', outcome: 'revised', revisionIndex: 3 }],
    ])
    const { artifacts } = await readReview(body.review.id)
    expect(artifacts.map(each => each.revisions.map(({ isBefore }) => isBefore))).toEqual([
      [true, false, false],
    ])
    expect(await statusOf(body.review.id)).toEqual(['addressed', 'addressed'])
    expect(outcomesOf(await push(args, { cwd }))).toEqual(['unchanged'])
    const third = await pointAt(pair.body.files[1]?.artifactId)
    const shown = await cli.run(['push', 'fixed.png', '--ref', 'commented pair', '--address', third], { cwd })
    expect([shown.code, shown.stderr]).toEqual([
      0,
      expect.stringContaining('fixed.png becomes a revision of "Before and after", which has the comment.\n'),
    ])
    expect(shown.stderr).toContain('1 comment addressed\n')
  })

  it.each<[string, string[], 'menu' | 'both', string]>([
    ['a file with the title of other evidence', ['home.png'], 'menu', '"home.png" does not revise "Menu"'],
    ['another title', ['new.png', '--title', 'Navigation'], 'menu', '"new.png" does not revise "Menu"'],
    ['several files', ['home.png', 'new.png'], 'menu', 'None of the files revises "Menu"'],
    ['a pair', ['--before', 'home.png', '--after', 'new.png'], 'menu', '"new.png" does not revise "Menu"'],
    ['a recording', ['flow.mp4'], 'menu', '"flow.mp4" does not revise "Menu"'],
    ['comments on several', ['new.png'], 'both', '"new.png" does not revise "Home"'],
  ])(
    '`push --address` sends nothing with %s, and the error states the missing option',
    async (name, files, commented, message) => {
      const video = await readFile(sample('plain.mp4'))
      const cwd = await folderWith({ 'home.png': png, 'menu.png': png, 'new.png': other, 'flow.mp4': video })
      const { id, home, menu } = await homeAndMenu(`ambiguous: ${name}`, cwd)
      const threads = [...(commented === 'both' ? [await pointAt(home)] : []), await pointAt(menu)]
      await writeFile(join(cwd, 'home.png'), other)
      const addressed = threads.flatMap(each => ['--address', each])
      const { code, body } = await cli.json(['push', ...files, '--review', id, ...addressed], { cwd })
      expect([code, body.error.code, body.error.message]).toEqual([
        2,
        'usage',
        expect.stringContaining(message),
      ])
      expect(body.error.hint).toContain(`--revise ${menu}`)
      expect(body.error.hint).toContain(`exhibit address ${threads[0]}`)
      expect(await shownIn(id)).toEqual([
        ['Home', 1],
        ['Menu', 1],
      ])
      expect(new Set(await statusOf(id))).toEqual(new Set(['open']))
    },
  )

  it('`push --address` can be used with `--revise`, several files or a comment on the review', async () => {
    const cwd = await folderWith({ 'home.png': png, 'menu.png': png, 'new.png': other })
    const { id, home, menu } = await homeAndMenu('proposed', cwd)
    await writeFile(join(cwd, 'home.png'), other)
    const revised = ['home.png', '--review', id, '--address', await pointAt(menu), '--revise', menu]
    expect(outcomesOf(await push(revised, { cwd }))).toEqual(['revised'])
    const several = ['home.png', 'new.png', '--review', id, '--address', await pointAt(home)]
    expect(outcomesOf(await push(several, { cwd }))).toEqual(['revised', 'created'])
    const { body: general } = await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, {
      body: 'Name?',
    })
    const onReview = ['new.png', '--title', 'Name', '--review', id, '--address', general.threadId]
    expect(outcomesOf(await push(onReview, { cwd }))).toEqual(['created'])
    expect(new Set(await statusOf(id))).toEqual(new Set(['addressed']))
  })
})
