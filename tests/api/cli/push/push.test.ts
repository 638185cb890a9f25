import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { base } from '../../../media-truth/files/mp4'
import { folderWith, outcomesOf, pushFixture } from '../../../support/cli/push'
import { pngImage, sample } from '../../../support/media/samples'

const { person, png, other, cli, push, readReview } = await pushFixture()

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
      expect([code, outcomesOf({ body }), body.review.id]).toEqual([0, ['created'], reviewId])
      const { artifacts } = await readReview(reviewId)
      expect(artifacts.map(each => each.id)).toContain(body.files[0]?.artifactId)
      pushed.push(body.files[0]?.artifactId ?? '')
      expect((await person.call('DELETE', `/api/artifacts/${pushed.at(-1)}`)).status).toBe(204)
    }
    expect(new Set(pushed).size).toBe(3)
    expect((await person.call('DELETE', `/api/reviews/${reviewId}`)).status).toBe(204)
    const again = await push(['one.png', '--ref', 'deleted'], { cwd })
    expect([again.code, outcomesOf(again)]).toEqual([0, ['created']])
    expect(again.body.review.id).not.toBe(reviewId)
    expect((await readReview(again.body.review.id)).artifacts).toHaveLength(1)
  })

  it('`push` warns if a file looks like its previous revision, or a before like its after', async () => {
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
    expect([code, outcomesOf({ body })]).toEqual([0, ['created']])
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
    expect([first.code, outcomesOf(first)]).toEqual([0, ['created']])
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
    expect([first.code, outcomesOf(first)]).toEqual([0, ['created']])
    expect(outcomesOf(await again())).toEqual(['unchanged'])
    await writeFile(join(cwd, 'home.png'), other)
    expect(outcomesOf(await again())).toEqual(['revised'])
    await writeFile(join(cwd, 'home.png'), png)
    const third = await again()
    expect(third.body.files).toMatchObject([{ outcome: 'revised', revisionIndex: 3 }])
    expect(outcomesOf(await again())).toEqual(['unchanged'])
    const { artifacts } = await readReview(first.body.review.id)
    expect(artifacts.map(each => each.revisions.map(({ index }) => index))).toEqual([[1, 2, 3]])
  })

  it('`push` with a new description updates evidence whose bytes are unchanged', async () => {
    const cwd = await folderWith({ 'home.png': png })
    const describe = (text: string) =>
      push(['home.png', '--ref', 'described', '--description', text], { cwd })
    await describe('Before')
    const { body } = await describe('After')
    expect([outcomesOf({ body }), body.markdown]).toEqual([['updated'], expect.stringContaining('After')])
    expect((await readReview(body.review.id)).artifacts).toMatchObject([
      { title: 'Home', description: 'After', revisions: [{ index: 1 }] },
    ])
    expect(outcomesOf(await describe('After'))).toEqual(['unchanged'])
  })

  it('`push` compares the bytes of a file, not only its size', async () => {
    // Bytes after the end of a PNG change the file, but not its picture.
    const [a, b] = ['a', 'b'].map(end => Buffer.concat([png, Buffer.from(end)]))
    const cwd = await folderWith({ 'home.png': a ?? png })
    await push(['home.png', '--ref', 'same-size'], { cwd })
    await writeFile(join(cwd, 'home.png'), b ?? png)
    expect(outcomesOf(await push(['home.png', '--ref', 'same-size'], { cwd }))).toEqual(['revised'])
  })

  it('`push` finds evidence by `--title` or `--revise` even if the file has another name', async () => {
    const cwd = await folderWith({ 'a.png': png, 'b.png': other })
    const { body } = await push(['a.png', '--title', 'Home page', '--ref', 'named'], { cwd })
    expect(outcomesOf(await push(['b.png', '--title', 'Home page', '--ref', 'named'], { cwd }))).toEqual([
      'revised',
    ])
    const id = body.files[0]?.artifactId ?? ''
    const revised = await push(['a.png', '--revise', id, '--ref', 'named'], { cwd })
    expect(revised.body.files).toMatchObject([{ artifactId: id, outcome: 'revised', revisionIndex: 3 }])
    expect((await readReview(body.review.id)).artifacts.map(each => each.title)).toEqual(['Home page'])
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
    expect(outcomesOf(await push(['shots', '--ref', 'folder'], { cwd }))).toEqual(Array(6).fill('unchanged'))
  })

  it('`push` reads a file from stdin', async () => {
    const { code, body } = await push(['-', '--title', 'Piped', '--ref', 'stdin'], { stdin: png })
    expect([code, body.files]).toMatchObject([0, [{ file: '-', title: 'Piped', outcome: 'created' }]])
  })
})
