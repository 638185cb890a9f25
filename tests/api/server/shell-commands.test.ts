import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { baseEnvironment, collectOutput } from '../../support/server/child-process'
import { caller } from '../../support/server/client'
import { threadsOf } from '../../support/reviews/review'
import { newFolder, packageUrl } from '../../support/cli/cli'
import { sharedFixture } from '../../support/server/fixture'
import { startProxy, startStub } from '../../support/stubs/http-stub'
import { quickstart } from '#shared/documents/quickstart'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { server, person, agent, projectId } = await sharedFixture()
const cliUrl = await packageUrl(server)

/** Runs commands in a POSIX shell that stops at the first failure. Returns their output. */
const shell = async (commands: string, cwd: string) =>
  (await promisify(execFile)('sh', ['-eu', '-c', commands], { cwd })).stdout

/** Returns the shell commands in a Markdown document. */
const blocksOf = (markdown: string) =>
  [...markdown.matchAll(/```sh\n([^]*?)```/g)].map(([, commands = '']) => commands)

/** Returns the status and the comments of each thread of the review with an externalRef. */
async function feedbackOn(externalRef: string) {
  const { body } = await agent<{ projects: { reviews: { id: string; externalRef: string }[] }[] }>(
    'GET',
    '/v1/projects',
  )
  const review = body.projects.flatMap(each => each.reviews).find(each => each.externalRef === externalRef)
  const threads = await threadsOf(agent, review?.id ?? '')
  return threads.map(({ status, comments }) => ({ status, comments: comments.map(each => each.body) }))
}

/** Returns commands with which another agent comments on the first file of `$sent`. */
async function comment(): Promise<string> {
  const auth = `Authorization: Bearer ${await person.token()}`
  return `artifact=$(printf '%s' "$sent" | grep -o 'art_[0-9A-Z]*' | head -n 1)
curl -s "$EXHIBIT_URL/v1/artifacts/$artifact/annotations" -H "${auth}" \\
  -H "Content-Type: application/json" -d '{"kind": "artifact", "body": "Too small."}'`
}

/** Returns the thread that the commands must create: a comment, with the reply in the document. */
const addressed = (answer: string) => ({ status: 'addressed', comments: ['Too small.', answer] })

it('the commands in the README work with a real server URL and token', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const isLoop = (block: string) => /EXHIBIT_URL/.test(block)
  const [push = '', send = '', answer = ''] = blocksOf(readme).filter(isLoop)
  const token = await person.token()
  // A token is set, because the first command would otherwise ask a person to sign in.
  const given = `export EXHIBIT_TOKEN=${token}\n${push.replace('http://localhost:3000', server.url)}`
  const commands = [given, send.replace('svc_…', token), await comment(), answer]
  const printed = await shell(commands.join('\n'), root)
  expect(printed).toContain(`[Annotate and comment](${server.url}/reviews/rev_`)
  expect(await feedbackOn('pr-1284')).toEqual([addressed('Made it larger.')])
})

it('the commands of the quickstart work, with and without a project', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-quickstart-'))
  await copyFile(join(root, 'docs/inbox.png'), join(folder, 'fixed.png'))
  for (const project of [undefined, projectId]) {
    await copyFile(join(root, 'docs/phone.png'), join(folder, 'screenshot.png'))
    const token = await person.token({ projectId: project })
    const commands = quickstart({ publicUrl: server.url, cliUrl }, project, token).map(each => each.command)
    // A token is set, because the first command would otherwise ask a person to sign in.
    const all = [
      `export EXHIBIT_TOKEN=${token}`,
      ...commands.slice(0, 3),
      await comment(),
      'cp fixed.png screenshot.png',
      ...commands.slice(3),
    ]
    const printed = await shell(all.join('\n'), folder)
    expect(printed).toContain(`[Annotate and comment](${server.url}/reviews/rev_`)
  }
  await rm(folder, { recursive: true })
  const each = addressed('The total stays on one line.')
  expect(await feedbackOn('pr-1')).toEqual([each, each])
})

it('the commands of the skill work, from sending evidence to addressing a comment', async () => {
  const text = await (await fetch(`${server.url}/skill/references/http.md`)).text()
  const [, send = '', ...rest] = blocksOf(text)
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-skill-'))
  for (const [from, to] of [
    ['phone', 'screenshot'],
    ['review', 'cart-before'],
    ['review-dark', 'cart-after'],
    ['inbox', 'cart-fixed'],
  ])
    await copyFile(join(root, `docs/${from}.png`), join(folder, `${to}.png`))
  // Skips the commands of the sign-in, which are not needed with a token.
  const given = `export EXHIBIT_URL=${server.url} EXHIBIT_TOKEN=${await person.token()}`
  const noted = `${await comment()} > comment.json`
  const printed = await shell([given, send, noted, ...rest].join('\n'), folder)
  expect(printed.split(`[Annotate and comment](${server.url}/reviews/rev_`)).toHaveLength(2)
  expect(printed).toContain('| Before | After |')
  expect(printed).toMatch(/\nThe Markdown shows the new revisions\. Replace it in the pull request: /)
  expect(printed).toContain('Next (apply_feedback): There is 1 open comment.')
  // English text and commands have about four characters per token.
  const llms = await (await fetch(`${server.url}/llms.txt`)).text()
  expect([llms, text, printed].join('').length / 4).toBeLessThanOrEqual(2500)
  const [mark = '', ...others] = (await readdir(folder)).filter(each => each.startsWith('thr_'))
  expect([(await sharp(join(folder, mark)).metadata()).width, others]).toEqual([expect.any(Number), []])
  await rm(folder, { recursive: true })
  expect(await feedbackOn('my-branch')).toEqual([addressed('Made it larger.')])
})

it('the TypeScript program of docs/agents.md works, from sending evidence to the verdict', async () => {
  const source = /```ts\n([^]*?)```/.exec(await readFile(join(root, 'docs/agents.md'), 'utf8'))?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-program-'))
  await writeFile(join(folder, 'loop.mts'), source)
  const env = { ...process.env, EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token({ projectId }) }
  const picture = join(folder, 'picture.png')
  await copyFile(join(root, 'docs/phone.png'), picture)
  const child = spawn(process.execPath, ['loop.mts', picture], { cwd: folder, env })
  const ended = once(child, 'close')
  let printed = ''
  child.stdout.on('data', (data: Buffer) => (printed += data.toString()))
  await expect.poll(() => printed).toContain('Waiting for people')
  const reviewId = /rev_\w+/.exec(printed)?.[0] ?? ''
  const { body } = await person.call<{ artifacts: { id: string }[] }>('GET', `/v1/reviews/${reviewId}`)
  const note = { kind: 'artifact', body: 'Too small.' }
  await copyFile(join(root, 'docs/inbox.png'), picture)
  await person.call('POST', `/v1/artifacts/${body.artifacts[0]?.id}/annotations`, note)
  await expect.poll(async () => (await feedbackOn('my-program'))[0]?.status).toBe('addressed')
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
  expect((await ended)[0]).toBe(0)
  expect(printed).toContain('Addressing "Too small."')
  await rm(folder, { recursive: true })
})

describe('the commands of the device login', () => {
  type Started = Awaited<ReturnType<typeof start>>

  /**
   * Starts commands in a shell in which `sleep` lasts until `endSleeps` is called. Returns the shell, its
   * output and the seconds of each sleep.
   */
  async function start(commands: string, url: string, home: string) {
    const clock = await newFolder('clock')
    const sleep =
      '#!/bin/sh\necho "$1" >> "${0%/*}/slept"\nuntil [ -e "${0%/*}/end" ]; do command -p sleep 0.02; done\n'
    await writeFile(join(clock, 'sleep'), sleep, { mode: 0o755 })
    const env = { ...baseEnvironment, PATH: `${clock}:${baseEnvironment.PATH}`, EXHIBIT_URL: url, HOME: home }
    const child = spawn('sh', ['-u', '-c', commands], { env })
    return {
      child,
      printed: collectOutput(child),
      closed: once(child, 'close'),
      endSleeps: () => writeFile(join(clock, 'end'), ''),
      slept: async () => (await readFile(join(clock, 'slept'), 'utf8')).trim().split('\n').map(Number),
    }
  }

  /** Waits for the code, and decides about it as the person. */
  async function decide({ printed, endSleeps }: Started, decision: 'approve' | 'deny') {
    const codeIn = () => /user_code=(\w{4}-\w{4}) and approve the code \1\./.exec(printed.stdout)?.[1]
    await expect.poll(codeIn).toBeDefined()
    await person.call('GET', `/api/auth/device?user_code=${codeIn()}`)
    await person.call('POST', `/api/auth/device/${decision}`, { userCode: codeIn() })
    await endSleeps()
  }

  /** Returns the sign-in commands of the skill for a server URL, and the command that saves the token. */
  async function skillCommands(url: string): Promise<string> {
    const text = await (await fetch(`${server.url}/skill/references/http.md`)).text()
    const save = /^`(\[ -n [^`]+exhibit-token\))`/m.exec(text)?.[1] ?? ''
    return `${blocksOf(text)[0]?.replaceAll(server.url, url)}\n${save}`
  }

  it('the device login in the skill’s HTTP guide prints a valid agent token', async () => {
    const text = await (await fetch(`${server.url}/skill/references/http.md`)).text()
    const [commands] = blocksOf(text)
    const started = await start(`${commands}\necho "$EXHIBIT_TOKEN"`, server.url, root)
    const { child, printed, closed, slept } = started
    await decide(started, 'approve')
    await closed
    // The sleep is longer than the polling interval of the server.
    expect(await slept()).toEqual([6])
    expect(printed.stdout).toContain(`\nSigned in to ${server.url}.\n`)
    const token = /^svc_[\w-]{32}$/m.exec(printed.stdout)?.[0]
    const { status } = await caller(server, { authorization: `Bearer ${token}` })('GET', '/v1/projects')
    expect([status, child.exitCode]).toEqual([200, 0])
  })

  it('the device login continues after a poll without a response and a poll with an error', async () => {
    let polls = 0
    const isPoll = ({ url }: IncomingMessage) => url === '/api/auth/device/token'
    const proxy = await startProxy(server.url, {
      dropRequest: incoming => isPoll(incoming) && ++polls === 1,
      failRequest: incoming => isPoll(incoming) && polls === 2,
    })
    onTestFinished(proxy.stop)
    const home = await newFolder('home')
    const started = await start(await skillCommands(proxy.url), proxy.url, home)
    const { child, printed, closed, slept } = started
    await decide(started, 'approve')
    await closed
    expect([child.exitCode, polls, await slept()]).toEqual([0, 3, [6, 6, 6]])
    expect(printed.stdout).toContain('Signed in to ')
    const file = join(home, '.exhibit-token')
    expect(await readFile(file, 'utf8')).toMatch(/^svc_[\w-]{32}$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('a denied device login prints the reason, exits with code 1 and saves nothing', async () => {
    const home = await newFolder('home')
    const started = await start(await skillCommands(server.url), server.url, home)
    const { child, printed, closed } = started
    await decide(started, 'deny')
    await closed
    expect([child.exitCode, printed.stderr]).toEqual([
      1,
      expect.stringMatching(/^Not signed in: .*access_denied/),
    ])
    expect(printed.stdout).not.toContain('Signed in')
    expect(await readdir(home)).toEqual([])
  })

  it('a device login without a server prints the reason, exits with code 1 and saves nothing', async () => {
    const home = await newFolder('home')
    const stopped = await startStub(() => {})
    stopped.stop()
    const { child, printed, closed } = await start(await skillCommands(stopped.url), stopped.url, home)
    await closed
    expect([child.exitCode, printed.stdout]).toEqual([1, ''])
    expect(printed.stderr).toMatch(/^curl: .*\nNot signed in: no response\n$/)
    expect(await readdir(home)).toEqual([])
  })
})
