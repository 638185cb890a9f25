import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { ReporterOptions } from '../../../cli/package/options'
import type { PushResult } from '../../../cli/push/push'
import type { ReviewPayload } from '#shared/contract/review'
import { sharedFixture } from '../../support/server/fixture'
import { installFixture, typeUses } from '../../support/cli/fixture-project'
import { printedFiles } from '../../support/cli/printed-files'
import { freePort } from '../../support/deployment/free-port'
import { noise, pngImage, sample } from '../../support/media/samples'
import { startStub } from '../../support/stubs/http-stub'

const { server, person, agent } = await sharedFixture()
const project = await installFixture(
  'playwright-project',
  server,
  ['@playwright/test', 'playwright', 'playwright-core'],
  { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token() },
)
const png = (width: number) => pngImage(width, 40)
for (const [index, name] of ['items', 'attempt-0', 'attempt-1', 'recorded', 'evidence'].entries())
  await project.write(`pictures/${name}.png`, await png(40 + index))
await project.write('pictures/recording.webm', await readFile(sample('browser.webm')))

/** Runs the tests with a text in the title, in one Playwright project. Sends evidence to the review `ref`. */
const run = (title: string, options: ReporterOptions, env?: NodeJS.ProcessEnv) =>
  project.run(['playwright', 'test', '--project=desktop', '--grep', title], options, env)
const readReview = async (id: string) => (await agent<ReviewPayload>('GET', `/v1/reviews/${id}`)).body
const readResult = () => project.readJson<PushResult & { error?: { code: string } }>('exhibit.json')
/** Returns the id of the review whose URL is in the output of a run. */
const idIn = (stderr: string) => /\/reviews\/(rev_\w+)\n/.exec(stderr)?.[1] ?? ''

describe('exhibit-cli/playwright', () => {
  it('the Playwright reporter sends the evidence of all projects; later runs send only changes', async () => {
    const options = { ref: 'every project', output: 'results/exhibit.json' }
    const first = await project.run(['playwright', 'test'], options)
    expect([first.code, first.stderr]).toEqual([0, expect.stringMatching(/^exhibit: 8 new · http\S+\n$/)])
    // Playwright's own reporter still writes to the terminal.
    expect(first.stdout).toContain('8 passed')
    const { review, artifacts } = await readReview(idIn(first.stderr))
    expect(review).toMatchObject({ title: 'every project', externalRef: 'every project' })
    expect(artifacts.map(each => each.title).sort()).toEqual(
      ['desktop', 'phone']
        .flatMap(name => [
          `Cart › is all evidence › screenshot (cart.spec.ts, ${name})`,
          `Cart › lists the items (cart.spec.ts, ${name})`,
          `Cart › loads in the second attempt (cart.spec.ts, ${name})`,
          `Cart › shows the total › Page (cart.spec.ts, ${name})`,
        ])
        .sort(),
    )
    const page = artifacts.find(each => each.title.includes('Page (cart.spec.ts, phone)'))
    expect(page).toMatchObject({
      route: '/cart',
      viewport: { width: 390, height: 300, deviceScaleFactor: 2 },
      currentRevision: { width: 780, height: 600 },
    })
    // The reporter sends the files of the last attempt of a retried test.
    const retried = artifacts.filter(each => each.title.includes('second attempt'))
    expect(retried).toMatchObject(Array(2).fill({ description: null, revisions: [{ width: 42 }] }))
    expect(await project.readJson('results/exhibit.json')).toMatchObject({
      review: { id: review.id, url: review.url },
      markdown: expect.stringContaining('loads in the second attempt'),
      files: Array(8).fill({ outcome: 'created' }),
    })

    await project.write('pictures/items.png', await png(70))
    const second = await project.run(['playwright', 'test'], options)
    expect(second.stderr).toContain('exhibit: 2 revised, 6 unchanged · ')
    const after = await readReview(review.id)
    for (const each of after.artifacts)
      expect([each.title, each.revisions.length]).toEqual([each.title, each.title.includes('items') ? 2 : 1])
  })

  it('the Playwright reporter marks the evidence of a failed test as failed until it passes', async () => {
    const options = { ref: 'marked' }
    const title = 'Cart › lists the items (cart.spec.ts, desktop)'
    const shown = async ({ stderr }: { stderr: string }) => {
      const { artifacts } = await readReview(idIn(stderr))
      return artifacts.map(each => [each.title, each.description, each.revisions.length])
    }
    const failed = await run('items', options, { ITEMS_FAIL: 'yes' })
    expect(failed.code).toBe(1)
    const reason = expect.stringMatching(/^Test failed: Error: expect\(received\)\.toBeUndefined\(\)$/)
    expect(await shown(failed)).toEqual([[`Failed: ${title}`, reason, 1]])
    const passed = await run('items', options)
    expect(passed.stderr).toContain('exhibit: 1 updated · ')
    expect(await shown(passed)).toEqual([[title, null, 1]])
    await project.write('pictures/items.png', await png(80))
    expect(await shown(await run('items', options, { ITEMS_FAIL: 'yes' }))).toEqual([
      [`Failed: ${title}`, reason, 2],
    ])
  })

  it('the Playwright reporter with `all` sends every screenshot and video that tests attach', async () => {
    const marked = await run('is recorded', { ref: 'all' })
    expect([marked.code, marked.stderr]).toEqual([0, ''])
    const { stderr } = await run('is recorded', { ref: 'all', all: true })
    const { artifacts } = await readReview(idIn(stderr))
    expect(artifacts.map(each => [each.title, each.kind]).sort()).toEqual([
      ['Cart › is recorded › screenshot (cart.spec.ts, desktop)', 'image'],
      ['Cart › is recorded › video (cart.spec.ts, desktop)', 'video'],
    ])
  })

  it('the Playwright reporter sends the evidence of concurrent shards to one review', async () => {
    const shard = (part: string) =>
      project.run(
        [
          'playwright',
          'test',
          '--project=desktop',
          '--grep-invert=total',
          '--fully-parallel',
          `--shard=${part}`,
          `--output=results-${part[0]}`,
        ],
        { ref: 'shards', all: true },
      )
    const shards = await Promise.all([shard('1/2'), shard('2/2')])
    const [first, second] = shards.map(({ stderr }) => idIn(stderr))
    expect(first).toMatch(/^rev_/)
    expect(second).toBe(first)
    expect((await readReview(first ?? '')).artifacts).toHaveLength(5)
  })
})

describe('exhibit-cli/playwright when nothing can be sent', () => {
  it('the Playwright reporter with `strict` prints one line and fails if nothing can be sent', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const options = { ref: 'down', output: 'exhibit.json', strict: true }
    const failed = await run('items', options, { EXHIBIT_URL: url })
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^exhibit: The evidence was not sent: Cannot reach http\S+ \(ECONNREFUSED\)\..+\n$/,
      ),
    ])
    expect((await readResult()).error).toMatchObject({ code: 'unreachable' })
    expect(failed.stdout).toContain('1 passed')
  })

  it('the Playwright reporter does not fail if the server does not respond within `timeout`', async () => {
    const silent = await startStub(() => {})
    const { code, stderr } = await run('items', { ref: 'silent', timeout: 0.5 }, { EXHIBIT_URL: silent.url })
    silent.stop()
    expect([code, stderr]).toEqual([0, expect.stringContaining('Sending took longer than 0.5 s.')])
  })

  it('the Playwright reporter prints one line with the reason for each refused file', async () => {
    await project.write(
      'refused/many.spec.ts',
      `import { test } from '@playwright/test'
for (let n = 0; n < 18; n++)
  test(\`refuses \${n}\`, async () => {
    const body = n % 2 === 0 ? Buffer.from('no picture') : Buffer.alloc(0)
    await test.info().attach('exhibit', { body, contentType: 'image/png' })
  })
test('refuses a file that is missing', async () => {
  test.info().attachments.push({ name: 'exhibit', path: '/nowhere/missing.png', contentType: 'image/png' })
})
test('refuses a truncated picture', async () => {
  await test.info().attach('exhibit', { path: 'pictures/cut.png', contentType: 'image/png' })
})
`,
    )
    const whole = await noise(60, 60).png().toBuffer()
    await project.write('pictures/cut.png', whole.subarray(0, whole.length - 40))
    const { code, stderr } = await run('refuses', { ref: 'many refused' })
    const lines = stderr.trim().split('\n')
    const reasonOf = (title: string) =>
      lines.find(each => each.includes(`› ${title} (`) || each.includes(`"${title} (`))
    expect([code, lines.length]).toEqual([0, 20])
    for (let n = 0; n < 18; n++)
      expect(reasonOf(`refuses ${n}`)).toContain(n % 2 === 0 ? 'is not an image or video.' : 'is empty.')
    expect(reasonOf('refuses a file that is missing')).toContain('There is no file "/nowhere/missing.png".')
    expect(reasonOf('refuses a truncated picture')).toContain('truncated or corrupt')
    const { body } = await agent<{ projects: unknown[] }>('GET', '/v1/projects?externalRef=many%20refused')
    expect(body.projects).toEqual([])
  })

  it('the Playwright reporter prints which files of merged shard reports are empty', async () => {
    const shard = ['playwright', 'test', '--project=desktop', '--grep=refuses 1$', '--reporter=blob']
    expect((await project.run(shard, {})).code).toBe(0)
    const merge = ['playwright', 'merge-reports', '--config=playwright.config.ts', 'blob-report']
    const { stderr } = await project.run(merge, { ref: 'merged', output: 'merged.json' })
    expect(stderr).toMatch(/^exhibit: "refuses 1 \(.+\)" was not sent: ".+" is empty\. Use PNG, .+\n$/)
  })

  it('the Playwright reporter prints one line without a token, and none without evidence', async () => {
    const env = { EXHIBIT_TOKEN: '' }
    const { code, stderr } = await run('items', { ref: 'no token', output: 'none.json' }, env)
    expect([code, stderr]).toEqual([
      0,
      `exhibit: The evidence was not sent: Not signed in to ${server.url}. ` +
        `Run "exhibit login ${server.url}", or set EXHIBIT_TOKEN to an agent token.\n`,
    ])
    await expect(project.readJson('none.json')).rejects.toThrow('ENOENT')
    expect((await run('is recorded', { ref: 'no token' }, env)).stderr).toBe('')
  })
})

it('the Playwright files in docs/reporters.md compile with the published types', async () => {
  const printed = (await printedFiles('docs/reporters.md')).filter(each => /playwright|spec/.test(each.name))
  expect(printed.map(each => each.name)).toEqual(['playwright.config.ts', 'cart.spec.ts', 'checkout.spec.ts'])
  for (const { name, text } of printed) await project.write(`printed/${name}`, text)
  await project.write('printed/types.ts', typeUses('exhibit-cli/playwright'))
  const files = [...printed.map(each => each.name), 'types.ts'].map(name => `printed/${name}`)
  expect(await project.compile(files)).toMatchObject({ code: 0, stdout: '' })
  const { stdout } = await project.run(['playwright', 'test', '--config=printed', '--list'])
  expect(stdout).toContain('shows the total')
})
