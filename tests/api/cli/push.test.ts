import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import type { NextStep } from '../../../cli/next-step'
import type { PushResult } from '../../../cli/push/push'
import type { Warning } from '../../../cli/thread/address'
import {
  commitTo,
  endOf,
  endWaits,
  newFolder,
  repositoryOn,
  unpackCli,
  type CliOptions,
} from '../../support/cli/cli'
import { base } from '../../media-truth/files/mp4'
import { signUp } from '../../support/people/sign-up'
import { threadsOf } from '../../support/reviews/review'
import { sharedFixture } from '../../support/server/fixture'
import { noise, pngImage, sample } from '../../support/media/samples'
import { startProxy, type HttpStub } from '../../support/stubs/http-stub'

const { server, person, agent, png } = await sharedFixture()
const cli = await unpackCli(server, { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token() })
const other = await pngImage(48, 64)

/** Writes files into a new folder. Returns the path of the folder. */
async function folderWith(files: Record<string, Buffer>): Promise<string> {
  const cwd = await newFolder('files')
  for (const [name, data] of Object.entries(files)) {
    await mkdir(join(cwd, name, '..'), { recursive: true })
    await writeFile(join(cwd, name), data)
  }
  return cwd
}

const push = (args: string[], options: CliOptions) => cli.json<PushResult>(['push', ...args], options)
const readReview = async (id: string) => (await agent<ReviewPayload>('GET', `/v1/reviews/${id}`)).body
const outcomes = ({ body }: { body: PushResult }) => body.files.map(each => each.outcome)

describe('`exhibit push`', () => {
  it('`push` creates the review of `--ref`, sends a file to it, and prints its Markdown', async () => {
    const cwd = await folderWith({ 'cart-empty.png': png })
    const { code, stdout, stderr } = await cli.run(
      ['push', 'cart-empty.png', '--ref', 'first', '--route', '/cart', '--viewport', '390x844@3'],
      { cwd },
    )
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^1 new\nThe review is http:\S+\/reviews\/rev_\w+\nThe review is open\. No comment is open\. /,
      ),
    ])
    expect(stderr).toMatch(/ Next: exhibit wait --ref first\n$/)
    expect(stdout).toContain('**Cart empty** · `/cart`')
    const id = /\/reviews\/(rev_\w+)\)\n$/.exec(stdout)?.[1] ?? ''
    const { review, artifacts } = await readReview(id)
    expect(review).toMatchObject({ title: 'first', externalRef: 'first' })
    expect(artifacts).toMatchObject([
      { title: 'Cart empty', route: '/cart', viewport: { width: 390, height: 844, deviceScaleFactor: 3 } },
    ])
  })

  it('`push` stores a file again after its artifact or its review was deleted', async () => {
    const cwd = await folderWith({ 'one.png': png, 'two.png': other })
    const first = await push(['one.png', '--ref', 'deleted'], { cwd })
    const reviewId = first.body.review.id
    const pushed: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const { code, body } = await push(['two.png', '--ref', 'deleted'], { cwd })
      expect([code, outcomes({ body }), body.review.id]).toEqual([0, ['created'], reviewId])
      const { artifacts } = await readReview(reviewId)
      expect(artifacts.map(each => each.id)).toContain(body.files[0]?.artifactId)
      pushed.push(body.files[0]?.artifactId ?? '')
      expect((await person.call('DELETE', `/api/artifacts/${pushed.at(-1)}`)).status).toBe(204)
    }
    expect(new Set(pushed).size).toBe(3)
    expect((await person.call('DELETE', `/api/reviews/${reviewId}`)).status).toBe(204)
    const again = await push(['one.png', '--ref', 'deleted'], { cwd })
    expect([again.code, outcomes(again)]).toEqual([0, ['created']])
    expect(again.body.review.id).not.toBe(reviewId)
    expect((await readReview(again.body.review.id)).artifacts).toHaveLength(1)
  })

  it('`push` warns if a file shows the same as the previous revision', async () => {
    const cwd = await folderWith({ 'one.png': png, 'old.png': other, 'new.png': other })
    await push(['one.png', '--ref', 'warned'], { cwd })
    await writeFile(join(cwd, 'one.png'), await sharp(png).png({ compressionLevel: 0 }).toBuffer())
    const shown = await cli.run(['push', 'one.png', '--ref', 'warned'], { cwd })
    expect([shown.code, shown.stderr]).toEqual([
      0,
      expect.stringContaining(
        '1 revised\nexhibit: one.png: "one.png" shows the same as the revision before it.\n',
      ),
    ])
    const pair = ['--before', 'old.png', '--after', 'new.png', '--ref', 'warned']
    const { body } = await push(pair, { cwd })
    expect(body.files.map(each => each.warnings)).toMatchObject([[], [{ code: 'unchanged', field: 'files' }]])
  })

  it('`push` warns on stderr about the tracks of a video that are not shown', async () => {
    const cwd = await folderWith({ 'film.mp4': base('subtitles.mp4') })
    const { code, stderr } = await cli.run(['push', 'film.mp4', '--ref', 'subtitles'], { cwd })
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(
        'exhibit: film.mp4: Tracks of the video are not shown: 2 of text. The original',
      ),
    ])
  })

  it('`push` blackens the areas of `--redact` before any person sees the image', async () => {
    const cwd = await folderWith({ 'account.png': png })
    const args = ['account.png', '--ref', 'redacted', '--redact', '0,0,0.5,1', '--redact', '0.5,0,0.5,0.5']
    const { code, body } = await push(args, { cwd })
    expect([code, outcomes({ body })]).toEqual([0, ['created']])
    const [shown] = (await readReview(body.review.id)).artifacts
    const response = await fetch(shown?.currentRevision?.embedUrl ?? '')
    const upper = await sharp(Buffer.from(await response.arrayBuffer()))
      .extract({ left: 0, top: 0, width: 64, height: 24 })
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(upper.every(value => value === 0)).toBe(true)
  })

  it.each(['1,2,3,4', '0.1,0.2,0.3', '0.1,0.2,,0.3', 'all'])('`push` rejects `--redact %s`', async area => {
    const cwd = await folderWith({ 'account.png': png })
    const { code, stderr } = await cli.run(['push', 'account.png', '--redact', area], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('four numbers from 0 to 1')])
  })

  it('`push` sends the `--poster` of a video, but not for a revision that is already stored', async () => {
    const cwd = await folderWith({
      'play.mp4': await readFile(sample('plain.mp4')),
      'still.png': png,
      'later.png': other,
    })
    const args = ['play.mp4', '--ref', 'poster', '--poster']
    const first = await push([...args, 'still.png'], { cwd })
    expect([first.code, outcomes(first)]).toEqual([0, ['created']])
    const [artifact] = (await readReview(first.body.review.id)).artifacts
    const posterUrl = artifact?.currentRevision?.posterUrl ?? ''
    expect(first.body.markdown).toContain(posterUrl)
    const shown = await sharp(await (await fetch(posterUrl)).arrayBuffer()).metadata()
    expect([shown.width, shown.height]).toEqual([64, 48])
    const again = await push([...args, 'later.png'], { cwd })
    expect(again.body.files).toMatchObject([
      { outcome: 'unchanged', warnings: [{ code: 'poster_not_sent', field: 'poster' }] },
    ])
  })

  it.each([
    ['no video', ['still.png'], 'still.png', 2, '--poster takes one video, but there is none.'],
    ['two videos', ['.'], 'still.png', 2, '--poster takes one video, but there are 2.'],
    ['a video as its poster', ['play.mp4'], 'play.mp4', 1, 'The poster "play.mp4" is not an image.'],
    ['an empty poster', ['play.mp4'], 'empty.png', 1, 'The poster "empty.png" is not an image.'],
    ['a poster that is not there', ['play.mp4'], 'none.png', 2, 'There is no file "none.png".'],
  ])('`push` sends nothing with %s', async (_, files, poster, exitCode, message) => {
    const cwd = await folderWith({
      'play.mp4': await readFile(sample('plain.mp4')),
      'front.mp4': await readFile(sample('front.mp4')),
      'still.png': png,
    })
    await writeFile(join(cwd, 'empty.png'), '')
    await rm(join(cwd, files[0] === '.' ? 'empty.png' : 'front.mp4'))
    const { code, body } = await cli.json(['push', ...files, '--poster', poster, '--ref', 'no-poster'], {
      cwd,
    })
    expect([code, body.error.message]).toEqual([exitCode, message])
  })

  it('`push` sends the AVIF pictures and QuickTime videos of a folder', async () => {
    const cwd = await folderWith({
      'menu.avif': await sharp(png).avif().toBuffer(),
      'phone.mov': base('h264.mov'),
    })
    const { code, body } = await push(['.', '--ref', 'formats'], { cwd })
    const { artifacts } = await readReview(body.review.id)
    expect(code).toBe(0)
    expect(artifacts.map(({ title, currentRevision }) => [title, currentRevision?.mime])).toEqual([
      ['Menu', 'image/avif'],
      ['Phone', 'video/quicktime'],
    ])
  })

  it('`push` refuses `--redact` for a video', async () => {
    const video = await readFile(sample('plain.mp4'))
    const cwd = await folderWith({ 'flow.mp4': video })
    const { code, stderr } = await cli.run(['push', 'flow.mp4', '--redact', '0,0,1,1'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('is a video')])
  })

  it('`push` sends changed and reverted files as revisions, but no unchanged files', async () => {
    const cwd = await folderWith({ 'home.png': png })
    const again = () => push(['home.png', '--ref', 'again'], { cwd })
    const first = await again()
    expect([first.code, outcomes(first)]).toEqual([0, ['created']])
    expect(outcomes(await again())).toEqual(['unchanged'])
    await writeFile(join(cwd, 'home.png'), other)
    expect(outcomes(await again())).toEqual(['revised'])
    await writeFile(join(cwd, 'home.png'), png)
    const third = await again()
    expect(third.body.files).toMatchObject([{ outcome: 'revised', revisionIndex: 3 }])
    expect(outcomes(await again())).toEqual(['unchanged'])
    const { artifacts } = await readReview(first.body.review.id)
    expect(artifacts.map(each => each.revisions.map(({ index }) => index))).toEqual([[1, 2, 3]])
  })

  it('`push` with a new description updates evidence whose bytes are unchanged', async () => {
    const cwd = await folderWith({ 'home.png': png })
    const describe = (text: string) =>
      push(['home.png', '--ref', 'described', '--description', text], { cwd })
    await describe('Before')
    const { body } = await describe('After')
    expect([outcomes({ body }), body.markdown]).toEqual([['updated'], expect.stringContaining('After')])
    expect((await readReview(body.review.id)).artifacts).toMatchObject([
      { title: 'Home', description: 'After', revisions: [{ index: 1 }] },
    ])
    expect(outcomes(await describe('After'))).toEqual(['unchanged'])
  })

  it('`push` compares the bytes of a file, not only its size', async () => {
    // Bytes after the end of a PNG change the file, but not its picture.
    const [a, b] = ['a', 'b'].map(end => Buffer.concat([png, Buffer.from(end)]))
    const cwd = await folderWith({ 'home.png': a ?? png })
    await push(['home.png', '--ref', 'same-size'], { cwd })
    await writeFile(join(cwd, 'home.png'), b ?? png)
    expect(outcomes(await push(['home.png', '--ref', 'same-size'], { cwd }))).toEqual(['revised'])
  })

  it('`push` finds evidence by `--title` or `--revise` even if the file has another name', async () => {
    const cwd = await folderWith({ 'a.png': png, 'b.png': other })
    const { body } = await push(['a.png', '--title', 'Home page', '--ref', 'named'], { cwd })
    expect(outcomes(await push(['b.png', '--title', 'Home page', '--ref', 'named'], { cwd }))).toEqual([
      'revised',
    ])
    const id = body.files[0]?.artifactId ?? ''
    const revised = await push(['a.png', '--revise', id, '--ref', 'named'], { cwd })
    expect(revised.body.files).toMatchObject([{ artifactId: id, outcome: 'revised', revisionIndex: 3 }])
    expect((await readReview(body.review.id)).artifacts.map(each => each.title)).toEqual(['Home page'])
  })

  it('`push` sends `--before` and `--after` as revisions of one artifact, and other files too', async () => {
    const cwd = await folderWith({ 'old.png': png, 'new.png': other, 'mobile.png': png })
    const pair = ['--before', 'old.png', '--after', 'new.png', '--title', 'Checkout']
    const pushPair = () => push([...pair, 'mobile.png', '--ref', 'pair'], { cwd })
    const first = await pushPair()
    expect([first.code, first.body.files]).toMatchObject([
      0,
      [
        { file: 'old.png', title: 'Checkout', outcome: 'created', revisionIndex: 1 },
        { file: 'new.png', title: 'Checkout', outcome: 'revised', revisionIndex: 2 },
        { file: 'mobile.png', title: 'Mobile', outcome: 'created', revisionIndex: 1 },
      ],
    ])
    expect(outcomes(await pushPair())).toEqual(['unchanged', 'unchanged', 'unchanged'])
    await writeFile(join(cwd, 'new.png'), await pngImage(50, 50))
    expect(outcomes(await pushPair())).toEqual(['unchanged', 'revised', 'unchanged'])
    const { artifacts, markdown } = await readReview(first.body.review.id)
    const marksOf = (title: string) =>
      artifacts.find(each => each.title === title)?.revisions.map(each => each.isBefore)
    expect([marksOf('Checkout'), marksOf('Mobile')]).toEqual([[true, false, false], [false]])
    expect(markdown.match(/\| Before \| After \|/g)).toHaveLength(1)
  })

  it('`push` with `--before` and `--after` creates a pair even if one file is already stored', async () => {
    const cwd = await folderWith({ 'old.png': png, 'new.png': other })
    await push(['old.png', '--title', 'Cart', '--ref', 'late-pair'], { cwd })
    const pair = ['--before', 'old.png', '--after', 'new.png', '--title', 'Cart', '--ref', 'late-pair']
    const { body } = await push(pair, { cwd })
    expect([outcomes({ body }), body.markdown]).toEqual([
      ['unchanged', 'revised'],
      expect.stringContaining('| Before | After |'),
    ])
  })

  it('`push` pairs each `--before` with its `--after`, and takes the title from `--after`', async () => {
    const cwd = await folderWith({
      'cart-old.png': png,
      'cart-after.png': other,
      'b.png': png,
      'menu.png': other,
    })
    const pairs = [
      '--before',
      'cart-old.png',
      '--after',
      'cart-after.png',
      '--before',
      'b.png',
      '--after',
      'menu.png',
    ]
    const { body } = await push([...pairs, '--ref', 'pairs'], { cwd })
    expect(body.files.map(({ file, title }) => `${file}: ${title}`)).toEqual([
      'cart-old.png: Cart',
      'cart-after.png: Cart',
      'b.png: Menu',
      'menu.png: Menu',
    ])
    const titled = await cli.run(['push', ...pairs, '--title', 'x', '--ref', 'pairs'], { cwd })
    expect([titled.code, titled.stderr]).toEqual([2, expect.stringContaining('--title names one pair')])
  })

  it('`push` does not send the `--after` file when the server refused the `--before` file', async () => {
    const cwd = await folderWith({ 'old.png': png.subarray(0, png.length - 40), 'new.png': other })
    const { code, body } = await push(['--before', 'old.png', '--after', 'new.png', '--ref', 'cut'], { cwd })
    expect([code, outcomes({ body })]).toEqual([1, ['failed', 'not_sent']])
  })

  it('`push` refuses a pair of an image and a video', async () => {
    const cwd = await folderWith({ 'old.png': png, 'new.mp4': await readFile(sample('plain.mp4')) })
    const args = ['push', '--before', 'old.png', '--after', 'new.mp4', '--ref', 'kinds']
    const { code, stderr } = await cli.run(args, { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('are of different kinds: image and video')])
  })

  it('`push` sends all images and videos of a folder, and sends several at the same time', async () => {
    const files = Object.fromEntries(
      await Promise.all([1, 2, 3, 4, 5].map(async n => [`shots/step-${n}.png`, await pngImage(40 + n, 40)])),
    ) as Record<string, Buffer>
    const video = await readFile(sample('plain.mp4'))
    const cwd = await folderWith({
      ...files,
      'shots/flow/pay.mp4': video,
      'shots/notes.txt': Buffer.from('x'),
    })
    const { code, body } = await push(['shots', '--parallel', '3', '--ref', 'folder'], { cwd })
    expect([code, body.files.map(each => each.title)]).toEqual([
      0,
      ['Flow / Pay', 'Step 1', 'Step 2', 'Step 3', 'Step 4', 'Step 5'],
    ])
    const { artifacts } = await readReview(body.review.id)
    expect(artifacts.map(each => each.title).sort()).toEqual(body.files.map(each => each.title))
    expect(artifacts.find(each => each.kind === 'video')?.currentRevision?.durationMs).toBe(2000)
    expect(outcomes(await push(['shots', '--ref', 'folder'], { cwd }))).toEqual(Array(6).fill('unchanged'))
  })

  it('`push` reads a file from stdin', async () => {
    const { code, body } = await push(['-', '--title', 'Piped', '--ref', 'stdin'], { stdin: png })
    expect([code, body.files]).toMatchObject([0, [{ file: '-', title: 'Piped', outcome: 'created' }]])
  })

  it('`push` uses the branch of the repository as the name of the review, and sends the commit', async () => {
    const cwd = await repositoryOn('fix-totals')
    await writeFile(join(cwd, 'a.png'), png)
    const { body } = await push(['a.png'], { cwd })
    const { review } = await readReview(body.review.id)
    expect(review).toMatchObject({
      externalRef: 'fix-totals',
      branch: 'fix-totals',
      title: 'Keep totals on one line',
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
  })

  it.each([
    ['of a branch of the repository', 7, 'acme/web', 'fix-header'],
    ['of a fork', 8, 'stranger/web', 'pr-8'],
  ])('`push` in CI uses the developers’ review for a pull request %s', async (_, number, repository, ref) => {
    const event = {
      pull_request: {
        number,
        title: 'Straighten the header',
        head: { ref: 'fix-header', sha: 'c0ffee', repo: { full_name: repository } },
        base: { repo: { full_name: 'acme/web' } },
      },
    }
    const cwd = await folderWith({ 'a.png': png, 'event.json': Buffer.from(JSON.stringify(event)) })
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_REF: `refs/pull/${number}/merge`,
      GITHUB_SHA: 'merge',
      GITHUB_REPOSITORY: 'acme/web',
      GITHUB_EVENT_PATH: join(cwd, 'event.json'),
    }
    const { body } = await push(['a.png'], { cwd, env })
    expect((await readReview(body.review.id)).review).toMatchObject({
      externalRef: ref,
      prRef: `pr-${number}`,
      branch: 'fix-header',
      commit: 'c0ffee',
      title: 'Straighten the header',
    })
  })

  it.each([
    ['77', 'pr-77'],
    ['#77', 'pr-77'],
    ['!77', 'pr-77'],
    ['acme/shop#78', 'acme/shop#78'],
    ['https://github.com/acme/shop/pull/78/files', 'acme/shop#78'],
    ['https://gitlab.example/acme/sub/shop/-/merge_requests/79', 'acme/sub/shop#79'],
  ])('`push --pr %s` uses the review %s', async (given, externalRef) => {
    const cwd = await folderWith({ 'a.png': png })
    const { body } = await push(['a.png', '--pr', given], { cwd })
    expect((await readReview(body.review.id)).review).toMatchObject({ externalRef, prRef: externalRef })
  })

  it('`push` updates the commit and the pull request of the review, but removes neither', async () => {
    const cwd = await repositoryOn('fix-later')
    await writeFile(join(cwd, 'a.png'), png)
    const { body } = await push(['a.png'], { cwd })
    const named = async () => {
      const { prRef, commit } = (await readReview(body.review.id)).review
      return { prRef, commit }
    }
    const first = await named()
    expect(first.prRef).toBeNull()
    await commitTo(cwd)
    await push(['a.png', '--pr', '12', '--ref', 'fix-later'], { cwd })
    const second = await named()
    expect(second.prRef).toBe('pr-12')
    expect(second.commit).not.toBe(first.commit)
    await push(['a.png'], { cwd })
    expect(await named()).toEqual(second)
    await writeFile(join(cwd, 'a.png'), other)
    await push(['a.png'], { cwd })
    const commits = (await readReview(body.review.id)).artifacts[0]?.revisions.map(each => each.commit)
    expect(commits).toEqual([first.commit, second.commit])
  })

  it('`push` prints a next command that names the same review', async () => {
    const cwd = await folderWith({ 'a.png': png })
    const { body } = await cli.json<PushResult & NextStep>(['push', 'a.png', '--ref', 'fix/next'], { cwd })
    expect(body).toMatchObject({
      reviewStatus: 'open',
      counts: { open: 0, total: 0 },
      nextAction: { action: 'wait_for_person' },
      nextCommand: 'exhibit wait --ref fix/next --json',
    })
    const [, ...words] = body.nextCommand?.split(' ') ?? []
    const waited = await cli.json([...words, '--timeout', '0'], { cwd })
    expect([waited.code, waited.body]).toMatchObject([5, { reviewId: body.review.id }])
    const blind = await person.token({ capabilities: ['artifact:write', 'artifact:read'] })
    const env = { EXHIBIT_TOKEN: blind }
    const unread = await cli.json<PushResult & Partial<NextStep>>(['push', 'a.png', '--ref', 'fix/next'], {
      cwd,
      env,
    })
    expect([unread.code, unread.body.nextAction]).toEqual([0, undefined])
  })

  it('`push` states whether its Markdown replaces the Markdown of an earlier push', async () => {
    const cwd = await folderWith({ 'a.png': png })
    const again = () => push(['a.png', '--ref', 'replaced'], { cwd })
    expect((await again()).body.replacesMarkdown).toBe(false)
    expect((await again()).body.replacesMarkdown).toBe(false)
    await writeFile(join(cwd, 'a.png'), other)
    const { stderr } = await cli.run(['push', 'a.png', '--ref', 'replaced'], { cwd })
    expect(stderr).toContain('replace it in the pull request')
    await writeFile(join(cwd, 'a.png'), png)
    expect((await again()).body.replacesMarkdown).toBe(true)
  })

  it('`push` with `--ref` and `--pr` uses the review of `--ref` and the title from `--pr`', async () => {
    const cwd = await folderWith({ 'a.png': png })
    const { body } = await push(['a.png', '--ref', 'fix/both', '--pr', 'acme/shop#177'], { cwd })
    const named = { externalRef: 'fix/both', prRef: 'acme/shop#177', title: 'acme/shop#177' }
    expect(body.review).toMatchObject(named)
    expect((await readReview(body.review.id)).review).toMatchObject(named)
  })

  it('`--review-title` sets the title of a new review and of an existing review', async () => {
    const cwd = await folderWith({ 'a.png': png })
    const titled = async (title: string, ...named: string[]) => {
      const { body } = await push(['a.png', '--review-title', title, ...named], { cwd })
      expect(body.review.title).toBe(title)
      expect((await readReview(body.review.id)).review.title).toBe(title)
      return body.review.id
    }
    const id = await titled('Totals', '--ref', 'titled')
    expect(await titled('Totals on one line', '--ref', 'titled')).toBe(id)
    expect(await titled('One line', '--review', id)).toBe(id)
    const { body } = await push(['a.png', '--ref', 'titled'], { cwd })
    expect(body.review.title).toBe('One line')
  })

  it('`push` creates a project named after the repository if the token has no project', async () => {
    const newcomer = await signUp(server)
    const cwd = await repositoryOn('main')
    await writeFile(join(cwd, 'a.png'), png)
    const { code } = await push(['a.png'], { cwd, env: { EXHIBIT_TOKEN: await newcomer.token() } })
    const { body } = await newcomer.call<{ projects: { name: string }[] }>('GET', '/api/projects')
    expect([code, body.projects.map(each => each.name)]).toEqual([0, [cwd.split('/').at(-1)]])
  })
})

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
    expect([code, outcomes({ body }), body.warnings]).toEqual([0, ['revised'], []])
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
    expect([code, outcomes({ body }), body.threads]).toEqual([1, ['failed'], []])
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
    expect(body.error.hint).toContain('No answer was sent.')
    expect(outcomes({ body })).toEqual(['failed', ...names.map(() => 'created')])
    expect(await readThread(reviewId)).toMatchObject({ status: 'open', comments: [{}] })
    await writeFile(join(cwd, 'a.png'), other)
    const changed = await cli.json<PushResult>(args, { cwd })
    expect([changed.code, outcomes(changed)]).toEqual([0, ['revised', ...names.map(() => 'unchanged')]])
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
    expect([code, outcomes({ body })]).toEqual([0, [...names.map(() => 'created'), 'unchanged']])
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
    expect(outcomes(await push(args, { cwd }))).toEqual(['unchanged'])
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
    expect(outcomes(await push(revised, { cwd }))).toEqual(['revised'])
    const several = ['home.png', 'new.png', '--review', id, '--address', await pointAt(home)]
    expect(outcomes(await push(several, { cwd }))).toEqual(['revised', 'created'])
    const { body: general } = await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, {
      body: 'Name?',
    })
    const onReview = ['new.png', '--title', 'Name', '--review', id, '--address', general.threadId]
    expect(outcomes(await push(onReview, { cwd }))).toEqual(['created'])
    expect(new Set(await statusOf(id))).toEqual(new Set(['addressed']))
  })
})

describe('`exhibit push` to a server with a private address', () => {
  const hint = 'They will not load in the pull request'

  it.each([
    ['acme/shop#301', 'its host'],
    ['https://github.com/acme/shop/pull/302', 'https://github.com'],
  ])(
    '`push` to a private address warns that the pictures cannot load in the pull request %s',
    async (pr, host) => {
      const cwd = await folderWith({ 'a.png': png })
      const { code, stderr } = await cli.run(['push', 'a.png', '--pr', pr], { cwd })
      expect([code, stderr]).toEqual([
        0,
        expect.stringContaining(`are at ${server.url}. ${hint}, since ${host} `),
      ])
      const { body } = await cli.json<{ warnings: object[] }>(['push', 'a.png', '--pr', pr], { cwd })
      expect(body.warnings).toEqual([
        { code: 'unreachable_pictures', message: expect.stringContaining(hint) as string },
      ])
    },
  )

  it.each(['77', 'http://git.internal/acme/shop/pulls/303', 'http://192.168.1.4:3000/acme/shop/pulls/304'])(
    '`push` to a private address does not warn about the pull request %s',
    async pr => {
      const cwd = await folderWith({ 'a.png': png })
      const { code, stderr } = await cli.run(['push', 'a.png', '--pr', pr], { cwd })
      expect([code, stderr]).toEqual([0, expect.not.stringContaining(hint)])
    },
  )
})

type Step = 'sends the bytes' | 'reads the result'

/**
 * Starts a proxy that kills the process `victim` at the given step. The proxy has another URL than
 * `PUBLIC_URL`.
 */
function startKillingProxy(step: Step, victim: () => ChildProcess): Promise<HttpStub> {
  const kill = () => victim().kill('SIGKILL')
  return startProxy(server.url, {
    dropRequest(incoming) {
      if (step === 'sends the bytes' && isForm(incoming)) incoming.once('data', kill)
      return false
    },
    dropResponse: incoming => step === 'reads the result' && isForm(incoming) && kill(),
  })
}

const isForm = ({ url, method }: IncomingMessage) => method === 'POST' && url === '/v1/evidence'

describe('`exhibit push` after it was killed', () => {
  it.each<[Step, PushResult['files'][number]['outcome']]>([
    ['sends the bytes', 'created'],
    ['reads the result', 'unchanged'],
  ])(
    'a `push` that was killed while it %s continues at the next push without duplicates',
    async (step, outcome) => {
      const large = await noise(800, 800).png().toBuffer()
      const cwd = await folderWith({ 'large.png': large })
      const args = ['large.png', '--ref', `killed as it ${step}`]
      const proxy = await startKillingProxy(step, () => child)
      const child: ChildProcess = cli.start(['push', ...args], { cwd, env: { EXHIBIT_URL: proxy.url } })
      const [, signal] = (await once(child, 'close')) as [number | null, string]
      proxy.stop()
      expect(signal).toBe('SIGKILL')
      const { code, body } = await push(args, { cwd })
      expect([code, outcomes({ body })]).toEqual([0, [outcome]])
      const { artifacts } = await readReview(body.review.id)
      expect(artifacts).toMatchObject([{ status: 'ready', revisions: [{ index: 1, bytes: large.length }] }])
    },
  )
})

describe('the API requests of `exhibit push`', () => {
  /**
   * Starts a proxy that records all requests except GET, and responds with the status that `fails` returns,
   * if any.
   */
  async function startCounting(fails: (incoming: IncomingMessage) => number = () => 0) {
    const writes: string[] = []
    const proxy = await startProxy(server.url, {
      failRequest(incoming) {
        if (incoming.method !== 'GET') writes.push(`${incoming.method} ${incoming.url}`)
        return fails(incoming)
      },
    })
    onTestFinished(proxy.stop)
    return { url: proxy.url, writes }
  }
  const many = async (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `s${String(index).padStart(2, '0')}.png`)
    const files = await Promise.all(names.map((_, index) => pngImage(20 + index, 20)))
    return {
      names,
      cwd: await folderWith(Object.fromEntries(names.map((name, i) => [name, files[i] ?? png]))),
    }
  }

  it('`push` sends as many files in one request as a form allows, and keeps their order', async () => {
    const { url, writes } = await startCounting()
    const { names, cwd } = await many(52)
    const pair = ['--before', 's50.png', '--after', 's51.png', '--title', 'Pair']
    const args = [...names.slice(0, 48).reverse(), ...pair, '--ref', 'one form']
    const { code, body } = await push(args, { cwd, env: { EXHIBIT_URL: url } })
    expect([code, writes]).toEqual([0, ['POST /v1/evidence']])
    const { artifacts } = await readReview(body.review.id)
    const titles = [
      'Pair',
      ...names
        .slice(0, 48)
        .reverse()
        .map(name => name.slice(0, 3).toUpperCase()),
    ]
    expect(artifacts.map(each => each.title)).toEqual(titles)
    const rest = await push([...names, '--ref', 'two forms'], { cwd, env: { EXHIBIT_URL: url } })
    expect([rest.code, writes.length]).toEqual([0, 3])
    expect(rest.body.files.map(each => each.outcome)).toEqual(Array(52).fill('created'))
    const { artifacts: all } = await readReview(rest.body.review.id)
    expect(all.map(each => each.title)).toEqual(names.map(name => name.slice(0, 3).toUpperCase()))
  })

  it('`push` prints on stderr that it waits for a rate limit', async () => {
    let refused = 0
    const { url, writes } = await startCounting(each => (isForm(each) && refused++ === 0 ? 429 : 0))
    const { cwd } = await many(2)
    const child = cli.start(['push', '.', '--ref', 'limited', '--json'], {
      cwd,
      env: { EXHIBIT_URL: url },
      clock: true,
    })
    endWaits(child)
    const { code, stderr } = await endOf(child)
    expect([code, stderr, writes.length]).toEqual([0, '{"notice":"The server asks to wait 30 s."}\n', 2])
  })

  it('`push` splits a request that a proxy rejects as too large, but fails for one large file', async () => {
    const isLarge = ({ headers }: IncomingMessage) => Number(headers['content-length']) > 5000
    const { url } = await startCounting(each => (isForm(each) && isLarge(each) ? 413 : 0))
    const { cwd, names } = await many(8)
    const sent = await push([...names, '--ref', 'divided'], { cwd, env: { EXHIBIT_URL: url } })
    expect([sent.code, sent.body.files.map(each => each.outcome)]).toEqual([0, Array(8).fill('created')])
    await writeFile(join(cwd, 'large.png'), await noise(60, 60).png().toBuffer())
    const failed = await cli.run(['push', 'large.png', '--ref', 'proxy'], { cwd, env: { EXHIBIT_URL: url } })
    expect([failed.code, failed.stdout]).toEqual([1, ''])
    expect(failed.stderr).toContain(
      `exhibit: large.png: A proxy in front of ${url} takes no request of this size (413). Send a smaller`,
    )
    const listed = await agent<{ projects: unknown[] }>('GET', '/v1/projects?externalRef=proxy')
    expect(listed.body.projects).toEqual([])
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
    expect([code, outcomes({ body }), body.threads.length]).toEqual([0, ['unchanged'], 1])
  })
})
