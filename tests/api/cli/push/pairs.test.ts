import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith, outcomesOf, pushFixture } from '../../../support/cli/push'
import { pngImage, sample } from '../../../support/media/samples'

const { png, other, cli, push, readReview } = await pushFixture()

describe('`exhibit push` of pairs', () => {
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
    expect(outcomesOf(await pushPair())).toEqual(['unchanged', 'unchanged', 'unchanged'])
    await writeFile(join(cwd, 'new.png'), await pngImage(50, 50))
    expect(outcomesOf(await pushPair())).toEqual(['unchanged', 'revised', 'unchanged'])
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
    expect([outcomesOf({ body }), body.markdown]).toEqual([
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
    expect([code, outcomesOf({ body })]).toEqual([1, ['failed', 'not_sent']])
  })

  it('`push` refuses a pair of an image and a video', async () => {
    const cwd = await folderWith({ 'old.png': png, 'new.mp4': await readFile(sample('plain.mp4')) })
    const args = ['push', '--before', 'old.png', '--after', 'new.mp4', '--ref', 'kinds']
    const { code, stderr } = await cli.run(args, { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('are of different kinds: image and video')])
  })
})
