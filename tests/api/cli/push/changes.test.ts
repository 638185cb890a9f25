import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { PushResult } from '../../../../cli/push/push'
import { newFolder, unpackCli } from '../../../support/cli/cli'
import { sharedFixture } from '../../../support/server/fixture'
import { seeded } from '../../../support/seeded'

const { server, person } = await sharedFixture()
const cli = await unpackCli(server, { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token() })

const SCREENS = 40
const PUSHES = 20
const size = { width: 320, height: 200 }

/**
 * A screen of the application: the hue of its heading, and the position of a panel that a push may change.
 */
interface Screen {
  hue: number
  panel: { left: number; top: number; width: number; height: number } | null
}

const fileOf = (screen: number) => `screen-${String(screen).padStart(2, '0')}.png`

/** Draws a screen. `compressionLevel` changes the bytes of the file only. */
const draw = ({ hue, panel }: Screen, compressionLevel: number): Promise<Buffer> =>
  sharp({ create: { ...size, channels: 3, background: '#fff' } })
    .composite([
      {
        input: { create: { width: 200, height: 20, channels: 3, background: `hsl(${hue}, 60%, 40%)` } },
        left: 16,
        top: 12,
      },
      ...(panel
        ? [
            {
              input: {
                create: {
                  width: panel.width,
                  height: panel.height,
                  channels: 3 as const,
                  background: '#345',
                },
              },
              left: panel.left,
              top: panel.top,
            },
          ]
        : []),
    ])
    .png({ compressionLevel })
    .toBuffer()

it('each of twenty pushes reports exactly the screens that were edited', { timeout: 300_000 }, async () => {
  const random = seeded(33)
  const upTo = (most: number) => Math.floor(random() * most)
  const cwd = await newFolder('changes')
  await mkdir(join(cwd, 'shots'))
  const screens: Screen[] = []
  for (let push = 1; push <= PUSHES; push++) {
    // The first push has 30 screens. Half of the later pushes add one, and each edits up to 4.
    const before = screens.length
    const wanted = push === 1 ? SCREENS - 10 : Math.min(SCREENS, before + (push % 2))
    while (screens.length < wanted) screens.push({ hue: screens.length * 9, panel: null })
    const edited = new Set<number>()
    for (let edits = push === 1 ? 0 : upTo(5); edits > 0; edits--) {
      const at = upTo(before)
      const panel = { left: upTo(200), top: 40 + upTo(80), width: 20 + upTo(80), height: 10 + upTo(40) }
      screens[at] = { hue: screens[at]?.hue ?? 0, panel }
      edited.add(at)
    }
    for (const [at, screen] of screens.entries())
      await writeFile(join(cwd, 'shots', fileOf(at)), await draw(screen, push % 2 === 0 ? 9 : 1))
    const { code, body } = await cli.json<PushResult>(['push', 'shots', '--ref', `branch-${push}`], { cwd })
    expect(code).toBe(0)
    const added = screens.length - before
    expect(body.changes).toEqual({
      changed: edited.size,
      new: added,
      same: before - edited.size,
      expired: 0,
    })
    for (const at of screens.keys()) {
      const { baseline } = body.files.find(each => each.file.endsWith(fileOf(at))) ?? {}
      expect([at, baseline?.status]).toEqual([at, at >= before ? 'new' : edited.has(at) ? 'changed' : 'same'])
      if (edited.has(at)) expect(baseline?.changedPercent).toBeGreaterThanOrEqual(0.01)
    }
    expect(body.markdown.includes('same as accepted</summary>')).toBe(before > edited.size)
    const status = { status: 'verified' }
    expect((await person.call('POST', `/api/reviews/${body.review.id}/status`, status)).status).toBe(200)
  }
  expect(screens).toHaveLength(SCREENS - 1)
})

it('`push` prints how files compare with accepted revisions, if a person accepted any', async () => {
  const cwd = await newFolder('printed')
  const panel = { left: 20, top: 60, width: 64, height: 50 }
  const write = async (name: string, screen: Screen) => writeFile(join(cwd, name), await draw(screen, 6))
  await write('first.png', { hue: 0, panel: null })
  await write('second.png', { hue: 0, panel: null })
  const args = ['push', '.', '--ref']
  const first = await cli.json<PushResult>([...args, 'one'], { cwd })
  expect(first.body.changes).toEqual({ changed: 0, new: 2, same: 0, expired: 0 })
  await person.call('POST', `/api/reviews/${first.body.review.id}/status`, { status: 'verified' })
  await write('second.png', { hue: 0, panel })
  await write('third.png', { hue: 0, panel })
  const { stderr, stdout } = await cli.run([...args, 'two'], { cwd })
  expect(stderr).toContain('Compared with what people accepted: 1 changed, 1 new, 1 same as accepted\n')
  expect(stdout).toContain('1 changed, 1 new, 1 same as accepted\n')
  const again = await cli.json<PushResult>([...args, 'two'], { cwd })
  expect(again.body.files.map(each => [each.file, each.outcome, each.baseline])).toEqual([
    ['first.png', 'unchanged', { status: 'same', changedPercent: 0 }],
    ['second.png', 'unchanged', { status: 'changed', changedPercent: 5 }],
    ['third.png', 'unchanged', { status: 'new', changedPercent: null }],
  ])
})

it('`push --changed-only` omits files that look like accepted revisions, even if all do', async () => {
  const cwd = await newFolder('changed-only')
  const write = async (name: string, hue: number) =>
    writeFile(join(cwd, name), await draw({ hue, panel: null }, 6))
  for (const [at, name] of ['alpha.png', 'beta.png', 'gamma.png'].entries()) await write(name, at * 40)
  const push = (ref: string) => ['push', '.', '--changed-only', '--ref', ref]
  const first = await cli.json<PushResult>(push('all'), { cwd })
  expect(first.body.files.map(each => each.outcome)).toEqual(['created', 'created', 'created'])
  await person.call('POST', `/api/reviews/${first.body.review.id}/status`, { status: 'verified' })

  const none = await cli.json<Pick<PushResult, 'files' | 'changes'>>(push('none'), { cwd })
  expect([none.code, none.body.changes.same]).toEqual([0, 3])
  expect(none.body.files.map(each => each.outcome)).toEqual(['omitted', 'omitted', 'omitted'])
  expect(Object.keys(none.body)).not.toContain('review')
  const printed = await cli.run(push('none'), { cwd })
  expect([printed.code, printed.stdout]).toEqual([0, ''])
  expect(printed.stderr).toContain('Nothing was sent, since all files are the same as accepted.\n')

  await writeFile(join(cwd, 'cut.png'), (await draw({ hue: 0, panel: null }, 6)).subarray(0, 60))
  const refused = await cli.json<Pick<PushResult, 'files' | 'changes'>>(push('refused'), { cwd })
  expect(refused.body.files.map(each => [each.file, each.outcome])).toEqual([
    ['alpha.png', 'omitted'],
    ['beta.png', 'omitted'],
    ['cut.png', 'failed'],
    ['gamma.png', 'omitted'],
  ])
  expect([refused.code, refused.body.changes.same]).toEqual([1, 3])
  await rm(join(cwd, 'cut.png'))

  await write('beta.png', 200)
  const some = await cli.json<PushResult>(push('some'), { cwd })
  expect(some.code).toBe(0)
  expect(some.body.files.map(each => [each.file, each.outcome, each.baseline?.status])).toEqual([
    ['alpha.png', 'omitted', 'same'],
    ['beta.png', 'created', 'changed'],
    ['gamma.png', 'omitted', 'same'],
  ])
  expect(some.body.changes).toEqual({ changed: 1, new: 0, same: 2, expired: 0 })
  expect(some.body.files[0]?.url).toContain(`/reviews/${first.body.review.id}#`)
  expect(some.body.markdown).not.toContain('Alpha')
  const again = await cli.json<PushResult>(push('some'), { cwd })
  expect(again.body.files.map(each => each.outcome)).toEqual(['omitted', 'unchanged', 'omitted'])
})

it('`push` warns if two pictures of the same screen in one round look different', async () => {
  const cwd = await newFolder('differs')
  const push = async (hue: number) => {
    await writeFile(join(cwd, 'twice.png'), await draw({ hue, panel: null }, 6))
    return cli.json<PushResult>(['push', 'twice.png', '--ref', 'twice', '--round', 'one'], { cwd })
  }
  expect((await push(0)).body.files[0]?.warnings).toEqual([])
  expect((await push(90)).body.files[0]?.warnings.map(each => each.code)).toEqual(['differs_from_itself'])
})
