import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Thread } from '#shared/contract/thread'
import type { NextStep } from '../../../../cli/next-step'
import type { PushResult } from '../../../../cli/push/push'
import type { Warning } from '../../../../cli/thread/address'
import { folderWith, outcomesOf, pushFixture } from '../../../support/cli/push'
import { threadsOf } from '../../../support/reviews/review'

const { person, agent, png, other, cli, push, readReview } = await pushFixture()

describe('`exhibit push --address`', () => {
  /** Pushes an image and lets a person comment on it. */
  async function commentedReview(ref: string, cwd: string) {
    const { body } = await push(['a.png', '--ref', ref], { cwd })
    const comment = async (text: string) => {
      const path = `/v1/artifacts/${body.files[0]?.artifactId}/annotations`
      const mark = { kind: 'point', geometry: { x: 0.5, y: 0.5 }, body: text }
      return (await person.call<Thread>('POST', path, mark)).body.threadId
    }
    return { id: body.review.id, comment }
  }
  const answers = async (id: string) =>
    (await threadsOf(agent, id)).map(each => [each.status, each.comments.slice(1).map(({ body }) => body)])

  it('`push --address` marks threads as addressed after sending files, and adds no reply twice', async () => {
    const cwd = await folderWith({ 'a.png': png })
    const { id, comment } = await commentedReview('answered', cwd)
    const [first, second] = [await comment('Too small.'), await comment('Too red.')]
    await writeFile(join(cwd, 'a.png'), other)
    const args = ['a.png', '--ref', 'answered', '--address', `${first}=Larger: 16 px = 1 rem.`]
    const { code, body } = await cli.json<PushResult & NextStep & { threads: Thread[]; warnings: Warning[] }>(
      ['push', ...args, '--address', second],
      { cwd },
    )
    expect([code, outcomesOf({ body }), body.warnings]).toEqual([0, ['revised'], []])
    expect(body.threads.map(each => [each.threadId, each.status])).toEqual([
      [first, 'addressed'],
      [second, 'addressed'],
    ])
    expect(body).toMatchObject({
      counts: { open: 0, addressed: 2 },
      nextAction: { action: 'wait_for_person' },
    })
    const expected = [
      ['addressed', ['Larger: 16 px = 1 rem.']],
      ['addressed', []],
    ]
    expect(await answers(id)).toEqual(expected)
    const { stderr } = await cli.run(['push', ...args], { cwd })
    expect(stderr).toContain('1 comment addressed\n')
    expect(stderr).toContain(`exhibit: ${first} is already addressed with this text: nothing was added.\n`)
    expect(await answers(id)).toEqual(expected)
  })

  it('`push --address` addresses no thread if a file was not sent', async () => {
    const cwd = await folderWith({ 'a.png': png })
    const { id, comment } = await commentedReview('unsent', cwd)
    const threadId = await comment('Too small.')
    await writeFile(join(cwd, 'a.png'), png.subarray(0, png.length - 40))
    const args = ['push', 'a.png', '--ref', 'unsent', '--address', `${threadId}=Larger.`]
    const { code, body } = await cli.json<PushResult & { threads: Thread[] }>(args, { cwd })
    expect([code, outcomesOf({ body }), body.threads]).toEqual([1, ['failed'], []])
    expect((await cli.run(args, { cwd })).stderr).toContain('exhibit: No thread was addressed, since')
    expect(await answers(id)).toEqual([['open', []]])
  })

  it('`push --address` sends nothing if a thread does not exist or is in another review', async () => {
    const cwd = await folderWith({ 'a.png': png })
    const { comment } = await commentedReview('elsewhere', cwd)
    const { id } = await commentedReview('checked', cwd)
    const foreign = await comment('Here.')
    await writeFile(join(cwd, 'a.png'), other)
    for (const [thread, code, message] of [
      [foreign, 2, `The thread ${foreign} is in another review`],
      ['thr_1', 1, 'The thread thr_1 was not found.'],
      ['rev_1', 2, '"rev_1" is not the id of a thread.'],
    ] as const) {
      const failed = await cli.json(['push', 'a.png', '--ref', 'checked', '--address', `${thread}=x`], {
        cwd,
      })
      expect([failed.code, failed.body.error.message]).toEqual([code, expect.stringContaining(message)])
    }
    expect((await readReview(id)).artifacts.map(each => each.revisions.length)).toEqual([1])
  })
})

describe('`exhibit push` with a file that shows no change', () => {
  const withComment = async (ref: string, cwd: string) => {
    const { body } = await push(['a.png', '--ref', ref], { cwd })
    const mark = { kind: 'point', geometry: { x: 0.5, y: 0.5 }, body: 'Too small.' }
    const path = `/v1/artifacts/${body.files[0]?.artifactId}/annotations`
    const { threadId } = (await person.call<Thread>('POST', path, mark)).body
    return { id: body.review.id, threadId }
  }

  it.each(['the same bytes', 'the same pixels'])(
    '`push --address` with an unchanged file (%s) ends with exit code 2 and addresses nothing',
    async what => {
      const cwd = await folderWith({ 'a.png': png })
      const { id, threadId } = await withComment(what, cwd)
      if (what === 'the same pixels')
        await writeFile(join(cwd, 'a.png'), await sharp(png).png({ compressionLevel: 0 }).toBuffer())
      const args = ['a.png', '--ref', what, '--address', `${threadId}=Larger.`]
      const { code, body } = await cli.json(['push', ...args], { cwd })
      expect([code, body.error]).toMatchObject([
        2,
        {
          code: 'unchanged',
          message: `"a.png" shows what the comment ${threadId} is about: nothing has changed.`,
          hint: expect.stringContaining(`"exhibit address ${threadId}"`),
        },
      ])
      expect((await cli.run(['push', ...args], { cwd })).stderr).toMatch(/^exhibit: [^\n]+ add --force\.\n$/)
      expect((await threadsOf(agent, id)).map(each => each.status)).toEqual(['open'])
      expect((await readReview(id)).artifacts.map(each => each.revisions.length)).toEqual([1])
      const forced = await cli.json<PushResult & { threads: Thread[] }>(['push', ...args, '--force'], { cwd })
      expect([forced.code, forced.body.threads.map(each => each.status)]).toEqual([0, ['addressed']])
    },
  )

  it('`push --address` accepts a file that an earlier push sent after the comment', async () => {
    const cwd = await folderWith({ 'a.png': png })
    const { threadId } = await withComment('shown earlier', cwd)
    await writeFile(join(cwd, 'a.png'), other)
    await push(['a.png', '--ref', 'shown earlier'], { cwd })
    const args = ['push', 'a.png', '--ref', 'shown earlier', '--address', threadId]
    const { code, body } = await cli.json<PushResult & { threads: Thread[] }>(args, { cwd })
    expect([code, outcomesOf({ body }), body.threads.length]).toEqual([0, ['unchanged'], 1])
  })
})
