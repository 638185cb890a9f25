import { describe, expect, it } from 'vitest'
import type { ReviewPayload } from '#shared/contract/review'
import type { ReporterOptions } from '../../../cli/package/options'
import { sharedFixture } from '../../support/server/fixture'
import { installFixture, typeUses } from '../../support/cli/fixture-project'
import { printedFiles } from '../../support/cli/printed-files'
import { freePort } from '../../support/deployment/free-port'
import { pngImage } from '../../support/media/samples'

const { server, person, agent } = await sharedFixture()
const project = await installFixture('vitest-project', server, ['vitest'], {
  EXHIBIT_URL: server.url,
  EXHIBIT_TOKEN: await person.token(),
})
const png = (width: number) => pngImage(width, 40)
for (const [index, name] of ['axes', 'lines', 'attempt-0', 'attempt-1', 'drawing'].entries())
  await project.write(`pictures/${name}.png`, await png(40 + index))

/** Runs the tests with arguments. Sends their evidence to the review `ref`. */
const run = (args: string[], options: ReporterOptions, env?: NodeJS.ProcessEnv) =>
  project.run(['vitest', 'run', ...args], options, env)
const readReview = async (id: string) => (await agent<ReviewPayload>('GET', `/v1/reviews/${id}`)).body
/** Returns the id of the review whose URL is in the output of a run. */
const idIn = (stderr: string) => /\/reviews\/(rev_\w+)\n/.exec(stderr)?.[1] ?? ''
const shown = async ({ stderr }: { stderr: string }) => {
  const { artifacts } = await readReview(idIn(stderr))
  return artifacts.map(each => [each.title, each.description, each.revisions.map(({ width }) => width)])
}

describe('exhibit-cli/vitest', () => {
  it('the Vitest reporter sends the files of the last attempt; later runs send only changes', async () => {
    const options = { ref: 'annotated', output: 'exhibit.json', parallel: 16 }
    const first = await run([], options)
    expect([first.code, first.stderr]).toEqual([0, expect.stringMatching(/^exhibit: 3 new · http\S+\n$/)])
    const { review, artifacts } = await readReview(idIn(first.stderr))
    expect((await shown(first)).sort()).toEqual([
      ['Chart › draws the axes › Axes (chart.test.ts)', null, [40]],
      ['Chart › draws the lines › Lines (chart.test.ts)', null, [41]],
      ['loads in the second attempt › Legend (legend.test.ts)', null, [43]],
    ])
    expect(artifacts.find(each => each.title.includes('Axes'))).toMatchObject({
      route: '/chart',
      viewport: { width: 390, height: 844, deviceScaleFactor: 3 },
    })
    expect(await project.readJson('exhibit.json')).toMatchObject({
      review: { id: review.id, url: review.url },
      markdown: expect.stringContaining('draws the axes'),
    })
    await project.write('pictures/lines.png', await png(50))
    const second = await run([], options)
    expect(second.stderr).toContain('exhibit: 1 revised, 2 unchanged · ')
    expect(await shown(second)).toContainEqual([expect.stringContaining('Lines'), null, [41, 50]])
  })

  it('the Vitest reporter marks the evidence of a failed test as failed until it passes', async () => {
    const args = ['chart', '--testNamePattern=lines']
    const title = 'Chart › draws the lines › Lines (chart.test.ts)'
    const failed = await run(args, { ref: 'marked' }, { LINES_FAIL: 'yes' })
    expect(failed.code).toBe(1)
    expect(await shown(failed)).toMatchObject([
      [`Failed: ${title}`, expect.stringMatching(/^Test failed: expected 'yes' to be undefined$/), [50]],
    ])
    const passed = await run(args, { ref: 'marked' })
    expect(passed.stderr).toContain('exhibit: 1 updated · ')
    expect(await shown(passed)).toMatchObject([[title, null, [50]]])
  })

  it('the Vitest reporter with `all` sends the pictures of all annotations of a test', async () => {
    const { code, stderr } = await run(['legend', '--testNamePattern=drawn'], { ref: 'all', all: true })
    expect(code).toBe(0)
    expect(await shown({ stderr })).toEqual([['is drawn › Drawing (legend.test.ts)', null, [44]]])
  })

  it('the Vitest reporter warns that images of a private address cannot load in a pull request', async () => {
    const pr = 'https://github.com/acme/shop/pull/77'
    const { code, stderr } = await run(['legend'], { ref: 'private', pr })
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^exhibit: 1 new · \S+\nexhibit: The images .* set PUBLIC_URL/),
    ])
  })

  it('the Vitest reporter sends the evidence of concurrent shards to one review', async () => {
    const shards = await Promise.all(
      ['1/2', '2/2'].map(part =>
        run([`--shard=${part}`, '--attachmentsDir', `attached-${part[0]}`], { ref: 'shards' }),
      ),
    )
    const [first = '', second] = shards.map(({ stderr }) => idIn(stderr))
    expect(first).toMatch(/^rev_/)
    expect(second).toBe(first)
    expect((await readReview(first)).artifacts).toHaveLength(3)
  })
})

describe('exhibit-cli/vitest when nothing can be sent', () => {
  it('when nothing can be sent, the Vitest reporter fails only with `strict`', async () => {
    const env = { EXHIBIT_URL: `http://127.0.0.1:${await freePort()}` }
    const passed = await run(['chart'], { ref: 'down' }, env)
    expect([passed.code, passed.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^exhibit: The evidence was not sent: Cannot reach http\S+ \(ECONNREFUSED\)\..+\n$/,
      ),
    ])
    const failed = await run(['chart'], { ref: 'down', strict: true }, env)
    expect([failed.code, failed.stdout]).toEqual([1, expect.stringContaining('2 passed')])
  })

  it('without a token the Vitest reporter prints one line, and fails with `strict`', async () => {
    const env = { EXHIBIT_TOKEN: '' }
    const { code, stderr } = await run(['chart'], { ref: 'no token' }, env)
    const line = /^exhibit: The evidence was not sent: Not signed in to [^\n]+\n$/
    expect([code, stderr]).toEqual([0, expect.stringMatching(line)])
    const strict = await run(['chart'], { ref: 'no token', strict: true }, env)
    expect([strict.code, strict.stderr]).toEqual([1, expect.stringMatching(line)])
  })

  it('the Vitest reporter sends the other files if an attachment is not evidence', async () => {
    await project.write('pictures/axes.png', 'no picture, whatever its name')
    const { code, stderr } = await run(['chart'], { ref: 'partly' })
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /^exhibit: 1 new, 1 failed · http\S+\nexhibit: "Chart › draws the axes [^\n]+" was not sent: /,
    )
    expect((await run(['chart'], { ref: 'partly', strict: true })).code).toBe(1)
  })

  it('the Vitest reporter refuses an option that is out of range, and the error names it', async () => {
    const { code, stderr } = await run(['chart'], { parallel: 17 })
    const message = 'The option "parallel" of the Exhibit reporter is 17. Give a whole number from 1 to 16.'
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
  })
})

it('the Vitest files in docs/reporters.md compile and run with the published types', async () => {
  const printed = (await printedFiles('docs/reporters.md')).filter(each => /vitest|chart/.test(each.name))
  expect(printed.map(each => each.name)).toEqual(['vitest.config.ts', 'chart.test.ts'])
  for (const { name, text } of printed) await project.write(`printed/${name}`, text)
  await project.write('printed/types.ts', typeUses('exhibit-cli/vitest'))
  const files = [...printed.map(each => each.name), 'types.ts'].map(name => `printed/${name}`)
  expect(await project.compile(files)).toMatchObject({ code: 0, stdout: '' })
  await project.write('printed/pictures/axes.png', await png(40))
  // The tests set no review name, so the name of the branch is used.
  const branch = { GITHUB_ACTIONS: 'true', GITHUB_REF: 'refs/heads/printed', GITHUB_REF_NAME: 'printed' }
  const { code, stderr } = await project.run(['vitest', 'run', '--root', 'printed'], {}, branch)
  expect([code, stderr]).toEqual([0, expect.stringContaining('exhibit: 1 new')])
})
