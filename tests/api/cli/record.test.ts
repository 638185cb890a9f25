import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RevisionContext } from '#shared/contract/context'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import type { ReviewPayload } from '#shared/contract/review'
import type { PrintedError } from '../../../cli/failure'
import type { PushResult } from '../../../cli/push/push'
import { newFolder, unpackCli } from '../../support/cli/cli'
import { servedRepository } from '../../support/cli/served-repository'
import { root } from '../../support/paths'
import { fileOf, formOf } from '../../support/server/forms'
import { sharedFixture } from '../../support/server/fixture'
import { startStub } from '../../support/stubs/http-stub'

const { server, person, agent } = await sharedFixture()
const cli = await unpackCli(server, {
  EXHIBIT_URL: server.url,
  EXHIBIT_TOKEN: await person.token(),
  CHROMIUM_PATH: process.env.CHROMIUM_PATH,
  TMPDIR: await newFolder('temporary'),
})
const cwd = await servedRepository()
const { url } = await startStub((_request, response) => response.end('Page'))
const page = ['http://127.0.0.1:{port}/', '--serve', 'node server.mjs']

type Result = PushResult & { error?: PrintedError }

/** Records the page of the repository while a script uses it. */
async function record(script: string, args: string[], of = page) {
  await writeFile(join(cwd, 'script.mjs'), script)
  return cli.json<Result>(['record', ...of, '--script', 'script.mjs', ...args], { cwd })
}

/** Returns the video of a review, and its events without their times. */
async function readVideo({ body }: { body: { review: { id: string } } }) {
  const [artifact] = (await agent<ReviewPayload>('GET', `/v1/reviews/${body.review.id}`)).body.artifacts
  const revision = artifact?.currentRevision
  const { events } = (await agent<RevisionContext>('GET', `/v1/revisions/${revision?.id}/context`)).body
  return { artifact, revision, events, texts: events.map(each => `${each.kind} ${each.level}: ${each.text}`) }
}

describe('`exhibit record`', () => {
  it('`record` sends a video with a poster and its events, without typed text', async () => {
    const script = `export default async ({ page }) => {
      await page.click('text=Menu')
      await page.fill('[name=password]', 'correct horse')
      await page.click('#send')
      await page.evaluate(() => new Promise(resolve => {
        setTimeout(() => { setTimeout(resolve); throw new Error('Late') })
      }))
      await page.click('nav a')
      await page.goto('/cart')
      await page.waitForSelector('text=Welcome')
    }`
    const recorded = await record(script, ['--width', '401', '--height', '301', '--ref', 'recorded'])
    expect(recorded.code).toBe(0)
    const { artifact, revision, events, texts } = await readVideo(recorded)
    expect(artifact).toMatchObject({ title: 'Home, 402 px', kind: 'video', route: '/' })
    expect(revision).toMatchObject({ mime: 'video/webm', width: 402, height: 302 })
    expect(artifact?.markdown).toContain('▶ Home, 402 px')
    expect(texts).toEqual([
      'chapter info: /',
      'action info: click button “Menu”',
      'action info: change textbox “Password”',
      'action info: click button “Send”',
      'console warning: sent',
      expect.stringMatching(/^network error: GET http:\/\/127\.0\.0\.1:\d+\/missing 404 Not Found$/),
      'error error: Error: Late',
      'action info: click link “Account”',
      'chapter info: /#account',
      'chapter info: /cart',
    ])
    const times = events.map(each => each.ms)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(revision?.durationMs ?? 0)
    expect(JSON.stringify(events)).not.toMatch(/correct horse|secret/)
  })

  it('`record --out` stores the video, its poster and its events, and sends nothing', async () => {
    const out = await newFolder('videos')
    await writeFile(join(cwd, 'script.mjs'), "export default ({ page }) => page.click('text=Menu')")
    const args = ['record', ...page, '--script', 'script.mjs', '--title', 'Flow', '--out', out]
    const { code, stdout } = await cli.run(args, { cwd, env: { EXHIBIT_TOKEN: '' } })
    const paths = ['flow.webm', 'flow.png', 'flow.json'].map(name => join(out, name))
    expect([code, stdout]).toEqual([0, `${paths.join('\n')}\n`])
    const [video = '', poster = '', context = ''] = paths
    const texts = { externalRef: 'kept', title: 'Flow' }
    const sent = await agent<SubmittedEvidence>(
      'POST',
      '/v1/evidence',
      formOf({
        files: fileOf(await readFile(video), 'flow.webm'),
        poster: fileOf(await readFile(poster), 'flow.png'),
        context: fileOf(await readFile(context), 'flow.json'),
        ...texts,
      }),
    )
    const { artifact, texts: events } = await readVideo({ body: sent.body })
    expect(artifact?.markdown).toContain('▶ Flow')
    expect(events).toEqual(['chapter info: /', 'action info: click button “Menu”'])
  })

  it('the script of `record` gets a Playwright page if the repository has Playwright', async () => {
    await mkdir(join(cwd, 'node_modules'), { recursive: true })
    for (const name of ['playwright', 'playwright-core'])
      await symlink(join(root, 'node_modules', name), join(cwd, 'node_modules', name))
    const script = `export default async ({ page }) => {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.goto('/cart?a=1')
    }`
    const { texts } = await readVideo(await record(script, ['--title', 'Flow', '--ref', 'playwright']))
    expect(texts).toEqual(['chapter info: /', 'action info: click button “Menu”', 'chapter info: /cart'])
    const failing = "export default async ({ page }) => { await page.getByText('None').click() }"
    // The page is on a server that is already running, because the time limit would also apply to starting a
    // server.
    const { code, body } = await record(failing, ['--timeout', '3', '--ref', 'failing'], [url])
    expect([code, body.error?.message]).toEqual([
      1,
      "The script failed: locator.click: Timeout 3000ms exceeded, waiting for getByText('None').",
    ])
  })

  it.each([
    ['no function', 'export const a = 1', 2, 'The script "script.mjs" has no default export'],
    ['a syntax error', 'export default (', 2, 'The script "script.mjs" could not be loaded'],
    [
      'an error',
      "\nexport default async () => { throw new Error('Mine') }",
      1,
      'failed: Mine (script.mjs:2).',
    ],
    ['no end', 'export default () => new Promise(() => {})', 1, 'failed: it did not end within 9 s.'],
  ])('`record` sends nothing for a script with %s', async (_name, script, exitCode, message) => {
    const { code, body } = await record(script, ['--ref', 'refused', '--timeout', '1.5'], [url])
    expect([code, body.error?.message]).toEqual([exitCode, expect.stringContaining(message)])
    expect((await cli.json(['feedback', '--ref', 'refused'], { cwd })).body.error.code).toBe('no_review')
  })
})
