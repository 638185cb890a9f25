import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RevisionContext } from '#shared/contract/context'
import type { ReviewPayload } from '#shared/contract/review'
import type { PushResult } from '../../../cli/push/push'
import { newFolder } from '../../support/cli/cli'
import { installFixture } from '../../support/cli/fixture-project'
import { printedFiles } from '../../support/cli/printed-files'
import { sample } from '../../support/media/samples'
import { root } from '../../support/paths'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent } = await sharedFixture()
const project = await installFixture(
  'playwright-project',
  server,
  ['@playwright/test', 'playwright', 'playwright-core'],
  { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token() },
)

/** Runs the tests of a file. Returns each piece of evidence with its context, by its title. */
async function run(file: string, ref: string, env: NodeJS.ProcessEnv = {}) {
  const { code, stdout, stderr } = await project.run(
    ['playwright', 'test', '--project=desktop', '--retries=0', file],
    { ref, all: true, output: `${ref}.json` },
    env,
  )
  const { review } = await project.readJson<PushResult>(`${ref}.json`)
  const { body } = await agent<ReviewPayload>('GET', `/v1/reviews/${review.id}`)
  const contexts = new Map<string, RevisionContext | null>()
  for (const { title, currentRevision } of body.artifacts) {
    const path = `/v1/revisions/${currentRevision?.id}/context`
    const read = await agent<RevisionContext>('GET', path)
    contexts.set(title.replace(/ \(.*/, ''), read.status === 200 ? read.body : null)
  }
  return { code, stdout, stderr, contexts }
}

describe('exhibit-cli/playwright-test', () => {
  it('`capture`, as docs/reporters.md shows it, sends a picture with the elements of the page', async () => {
    const printed = (await printedFiles('docs/reporters.md')).find(each => each.name === 'checkout.spec.ts')
    await project.write('captured/checkout.spec.ts', printed?.text ?? '')
    expect(await project.compile(['captured/checkout.spec.ts'])).toMatchObject({ code: 0, stdout: '' })
    const { code, stderr, contexts } = await run('captured/checkout.spec.ts', 'captured')
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^exhibit: 2 new · /)])
    const whole = contexts.get('buys › Checkout')
    expect(whole?.elements).toContainEqual(
      expect.objectContaining({ role: 'button', name: 'Buy now', tag: 'button' }),
    )
    expect(whole?.aria).toContain('button "Buy now"')
    // In the picture of an element, the element fills the picture.
    const part = contexts.get('buys › Total')
    const output = part?.elements.find(each => each.tag === 'output')
    const [x = 1, y = 1, width = 0, height = 0] = output?.box ?? []
    expect(x + y).toBeLessThan(0.1)
    expect(width * height).toBeGreaterThan(0.8)
    expect(part?.elements.map(each => each.name)).not.toContain('Buy now')
  })

  it('`capture` sends the elements of the page with a picture, unless the picture has masks', async () => {
    await project.write(
      'captured/names.spec.ts',
      `import { capture, test } from 'exhibit-cli/playwright-test'
test('names', async ({ page }) => {
  await page.setContent('<button>First</button>')
  await capture(page)
  await page.setContent('<button>Second</button>')
  await capture(page, '', { fullPage: true })
  await capture(page, 'Masked', { mask: [page.locator('button')] })
  await test.info().attach('exhibit: Plain', { body: await page.screenshot(), contentType: 'image/png' })
})`,
    )
    const { code, contexts } = await run('captured/names.spec.ts', 'names')
    expect(code).toBe(0)
    expect(contexts.get('names')?.elements.map(each => each.name)).toContain('Second')
    expect(contexts.get('names')?.elements.map(each => each.name)).not.toContain('First')
    for (const name of ['Plain', 'Masked']) expect(contexts.get(`names › ${name}`)).toBeNull()
  })
})

describe('the videos of Playwright', () => {
  /**
   * Returns the environment variables with which Playwright records videos. A script that copies a finished
   * recording replaces Playwright's video encoder, because the encoder is not available as an npm package.
   */
  async function recording(): Promise<NodeJS.ProcessEnv> {
    const { browsers } = JSON.parse(
      await readFile(join(root, 'node_modules/playwright-core/browsers.json'), 'utf8'),
    ) as { browsers: { name: string; revision: string }[] }
    const revision = browsers.find(each => each.name === 'ffmpeg')?.revision
    const folder = await newFolder('browsers')
    const encoder = join(folder, `ffmpeg-${revision}`, 'ffmpeg-linux')
    await mkdir(dirname(encoder))
    const copy = `for last; do :; done\ncp '${sample('browser.webm')}' "$last"\n`
    await writeFile(encoder, `#!/bin/sh\ncat > /dev/null\n${copy}`)
    await chmod(encoder, 0o755)
    return { PLAYWRIGHT_BROWSERS_PATH: folder }
  }

  it('the Playwright reporter sends a video with steps, errors and page messages of its test', async () => {
    await project.write(
      'captured/video.spec.ts',
      `import { expect, test } from 'exhibit-cli/playwright-test'
test.use({ video: 'on' })
test('records', async ({ page }) => {
  const body = '<input><button>Buy</button>'
  await page.route('**/*', route => route.fulfill({ contentType: 'text/html', body }))
  await page.route('**/missing*', route => route.fulfill({ status: 404 }))
  await page.route('**/cut*', route => route.abort('failed'))
  await page.goto('http://shop.example/cart?token=secret')
  await page.locator('input').fill('secret')
  await test.step('Buy two', async () => {
    await page.getByRole('button').click()
    await page.evaluate(() => {
      console.warn('Only 1 left\\nin stock')
      setTimeout(() => { throw new Error('No total') })
      return Promise.allSettled([fetch('/missing?token=secret'), fetch('/cut?token=secret')])
    })
  })
  await expect(page.locator('h1'), 'shows a heading').toHaveText('Thanks', { timeout: 10 })
})`,
    )
    const { code, stderr, contexts } = await run('captured/video.spec.ts', 'video', await recording())
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^exhibit: 1 new · /)])
    const events = contexts.get('Failed: records › video')?.events ?? []
    const texts = events.map(({ kind, level, text }) => `${kind} ${level} ${text}`)
    expect(texts).toEqual(
      expect.arrayContaining([
        'action info Navigate shop.example/cart',
        "action info Fill locator('input')",
        'chapter info Buy two',
        "action info Click getByRole('button')",
        'console warning Only 1 left in stock',
        'error error No total',
        'network error GET http://shop.example/missing: 404',
        'network error GET http://shop.example/cut: net::ERR_FAILED',
        'action error shows a heading',
      ]),
    )
    const failed = events.filter(each => each.text.includes('shows a heading') && each.kind === 'error')
    expect(failed).toMatchObject([{ detail: expect.stringMatching(/video\.spec\.ts:\d+\n.*Thanks/s) }])
    expect(JSON.stringify(events)).not.toMatch(/secret|Create page|Attach|Fixture/)
    const times = events.map(each => each.ms)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('a video is sent with its test’s steps, even if the test imports `@playwright/test`', async () => {
    await project.write(
      'captured/plain.spec.ts',
      `import { test } from '@playwright/test'
test.use({ video: 'on' })
test('plain', async ({ page, context }) => {
  await page.setContent('<p>One')
  const second = await context.newPage()
  await second.setContent('<p>Two')
})`,
    )
    const { code, contexts } = await run('captured/plain.spec.ts', 'plain', await recording())
    expect([code, contexts.size]).toEqual([0, 1])
    expect(contexts.get('plain › video')?.events).toMatchObject([
      { kind: 'action', level: 'info', text: 'Set content' },
      { kind: 'action', text: 'Create page' },
      { kind: 'action', text: 'Set content' },
    ])
  })
})
