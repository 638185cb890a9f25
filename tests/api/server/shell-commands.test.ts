import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { caller, threadsOf } from '../../support/client'
import { packageUrl } from '../../support/cli'
import { sharedFixture } from '../../support/fixture'
import { quickstart } from '#shared/quickstart'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { server, person, agent, projectId } = await sharedFixture()
const cliUrl = await packageUrl(server)

/** Runs commands in a POSIX shell that stops at the first failure; returns what they print. */
const shell = async (commands: string, cwd: string) =>
  (await promisify(execFile)('sh', ['-eu', '-c', commands], { cwd })).stdout

/** The shell commands of a Markdown document. */
const blocksOf = (markdown: string) =>
  [...markdown.matchAll(/```sh\n([^]*?)```/g)].map(([, commands = '']) => commands)

/** The comments of each thread of the review with an externalRef, and how far each thread is. */
async function feedbackOn(externalRef: string) {
  const { body } = await agent<{ projects: { reviews: { id: string; externalRef: string }[] }[] }>(
    'GET',
    '/v1/projects',
  )
  const review = body.projects.flatMap(each => each.reviews).find(each => each.externalRef === externalRef)
  const threads = await threadsOf(agent, review?.id ?? '')
  return threads.map(({ status, comments }) => ({ status, comments: comments.map(each => each.body) }))
}

it('the commands of the README work as printed', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const blocks = [/```sh\n(export EXHIBIT_URL=[^`]+)```/, /```sh\n(auth=[^`]+)```/]
  const commands = blocks.map(block => block.exec(readme)?.[1] ?? '')
  const printed = await shell(
    commands
      .join('')
      .replace('http://localhost:3000', server.url)
      .replace('svc_…', await person.token()),
    root,
  )
  expect(printed).toContain(`[Annotate and comment](${server.url}/reviews/rev_`)
  expect(await feedbackOn('pr-1284')).toEqual([
    { status: 'addressed', comments: ['Is this the right color?', 'Looking.'] },
  ])
})

it('the commands of the quickstart work as printed, in the project given and in the first one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-quickstart-'))
  await copyFile(join(root, 'docs/phone.png'), join(folder, 'screenshot.png'))
  for (const project of [undefined, projectId]) {
    const steps = quickstart({ publicUrl: server.url, cliUrl }, project, await person.token())
    const annotate = [
      'curl -s "$EXHIBIT_URL/v1/artifacts/$artifact/annotations" -H "$auth" -H "$json"',
      `-d '{"kind": "artifact", "body": "Too small."}'`,
    ].join(' ')
    const commands = steps.map(each => each.command)
    const printed = await shell(
      [...commands.slice(0, -1), annotate, ...commands.slice(-1)].join('\n'),
      folder,
    )
    expect(printed).toContain(`[Annotate and comment](${server.url}/reviews/rev_`)
  }
  await rm(folder, { recursive: true })
  expect(await feedbackOn('pr-1')).toEqual([
    { status: 'addressed', comments: ['Too small.', 'Looking.'] },
    { status: 'addressed', comments: ['Too small.', 'Looking.'] },
  ])
})

it('the commands of the skill work as printed, up to an addressed comment', async () => {
  const text = await (await fetch(`${server.url}/skill/references/http.md`)).text()
  const [setUp = '', open = '', upload = '', read = '', revise = ''] = blocksOf(text)
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-skill-'))
  await copyFile(join(root, 'docs/phone.png'), join(folder, 'screenshot.png'))
  const begin = `export EXHIBIT_TOKEN=${await person.token()}\n${setUp}`
  const names = 'echo "\nreview=$review artifact=$artifact"'
  const uploaded = await shell([begin, open, upload, names].join('\n'), folder)
  expect(uploaded).toContain(`[Annotate and comment](${server.url}/reviews/rev_`)
  const [, given = '', artifact] = /^(review=\w+ artifact=(\w+))$/m.exec(uploaded) ?? []
  const note = { kind: 'artifact', body: 'Too small.' }
  await person.call('POST', `/v1/artifacts/${artifact}/annotations`, note)
  const rest = `${begin}\n${given.replace(' ', '\n')}\nfile=screenshot.png\n${read}\n${revise}`
  expect(await shell(rest, folder)).toContain('"action": "apply_feedback"')
  await rm(folder, { recursive: true })
  expect(await feedbackOn('my-branch')).toEqual([
    { status: 'addressed', comments: ['Too small.', 'Fixed in revision 2.'] },
  ])
})

it('the TypeScript program of docs/agents.md works as printed, up to the verdict', async () => {
  const source = /```ts\n([^]*?)```/.exec(await readFile(join(root, 'docs/agents.md'), 'utf8'))?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-program-'))
  await writeFile(join(folder, 'loop.mts'), source)
  const env = { ...process.env, EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token() }
  const child = spawn(process.execPath, ['loop.mts', join(root, 'docs/phone.png')], { cwd: folder, env })
  const ended = once(child, 'close')
  let printed = ''
  child.stdout.on('data', (data: Buffer) => (printed += data.toString()))
  await expect.poll(() => printed).toContain('Waiting for people')
  const reviewId = /rev_\w+/.exec(printed)?.[0] ?? ''
  const { body } = await person.call<{ artifacts: { id: string }[] }>('GET', `/v1/reviews/${reviewId}`)
  const note = { kind: 'artifact', body: 'Too small.' }
  await person.call('POST', `/v1/artifacts/${body.artifacts[0]?.id}/annotations`, note)
  await expect.poll(async () => (await feedbackOn('my-program'))[0]?.status).toBe('addressed')
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
  expect((await ended)[0]).toBe(0)
  expect(printed).toContain('Addressing "Too small."')
  await rm(folder, { recursive: true })
})

it('the commands of the device login in the API reference end with an agent token that works', async () => {
  const reference = await (await fetch(`${server.url}/docs/api.md`)).text()
  const commands = /```sh\n(login=[^`]+)```/.exec(reference)?.[1] ?? ''
  const child = spawn('sh', ['-eu', '-c', commands], { env: { ...process.env, EXHIBIT_URL: server.url } })
  let printed = ''
  const read = async () => {
    const [data] = (await once(child.stdout, 'data')) as [Buffer]
    printed += data.toString()
  }
  await read()
  const code = /user_code=(\w+)/.exec(printed)?.[1]
  await person.call('GET', `/api/auth/device?user_code=${code}`)
  await person.call('POST', '/api/auth/device/approve', { userCode: code })
  await Promise.all([read(), once(child, 'close')])
  const token = /^svc_[\w-]{32}$/m.exec(printed)?.[0]
  const { status } = await caller(server, { authorization: `Bearer ${token}` })('GET', '/v1/projects')
  expect([status, child.exitCode]).toEqual([200, 0])
})
