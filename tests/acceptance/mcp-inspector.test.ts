import { execFile, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Thread } from '#shared/contract/thread'
import { baseEnvironment, collectOutput } from '../support/server/child-process'
import { newFolder } from '../support/cli/cli'
import { newReview } from '../support/reviews/review'
import { upload } from '../support/reviews/uploads'
import { freePort } from '../support/deployment/free-port'
import { sharedFixture } from '../support/server/fixture'
import { protocolEras } from '../support/cli/mcp'
import { approve } from '../support/people/oauth'
import { timeLimit } from '../support/time-limit'

// The MCP Inspector is a client of another project. `npm test` does not run this file, because the Inspector
// takes 110 MB and is downloaded from the npm registry.
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'

const { server, person, agent, projectId, png } = await sharedFixture()
const token = await person.token()
let folder = ''

beforeAll(async () => {
  folder = await newFolder('inspector')
  await writeFile(join(folder, 'package.json'), '{}')
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', INSPECTOR]
  // npm uses the registry that the npm settings of this machine name.
  await promisify(execFile)('npm', install, { cwd: folder })
})

/**
 * Runs a command in the folder of the Inspector. After each output, calls `onOutput` with everything that the
 * command has written so far.
 */
async function run(command: string, args: string[], onOutput: (all: string) => void = () => {}) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...baseEnvironment, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeLimit(60_000),
  })
  const output = collectOutput(child)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', () => onOutput(output.all))
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { code, ...output }
}

const commandOf = (args: string[]) => [
  join(folder, 'node_modules/.bin/mcp-inspector'),
  '--cli',
  '--server-url',
  `${server.url}/mcp`,
  '--transport',
  'http',
  '-q',
  '--format',
  'json',
  ...args,
]

describe.each(protocolEras)('the MCP Inspector in the %s era', era => {
  const withToken = [
    '--stored-auth-only',
    '--protocol-era',
    era,
    '--header',
    `Authorization: Bearer ${token}`,
  ]
  async function inspect<T>(args: string[]): Promise<T> {
    const [command = '', ...rest] = commandOf([...withToken, ...args])
    const { code, stdout, stderr } = await run(command, rest)
    expect([code, stderr]).toEqual([0, ''])
    return (JSON.parse(stdout) as { result: T }).result
  }
  const call = (name: string, args: Record<string, string>) =>
    inspect<CallToolResult>([
      '--method',
      'tools/call',
      '--tool-name',
      name,
      ...Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]),
    ])

  it('the MCP Inspector lists the tools in its strict mode without an error', async () => {
    const { tools } = await inspect<{ tools: Tool[] }>(['--method', 'tools/list', '--strict'])
    expect(tools.map(each => each.name)).toContain('wait_for_feedback')
  })

  it('the MCP Inspector gets a command that sends a file', async () => {
    await writeFile(join(folder, 'cart.png'), png)
    const files = JSON.stringify([{ path: 'cart.png' }])
    const { structuredContent } = await call('send_evidence', { files, projectId, externalRef: era })
    const { command } = structuredContent as { command: string }
    const { stdout } = await run('sh', ['-c', command])
    expect(stdout).toContain('- "Cart": ')
  })

  it('the MCP Inspector reads feedback, shows the mark and sends a reply', async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, reviewId, png)
    const { body: thread } = await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      kind: 'rectangle',
      geometry: { x: 0.1, y: 0.1, width: 0.5, height: 0.5 },
      body: 'Too wide.',
    })
    const feedback = await call('read_feedback', { reviewId })
    expect(JSON.stringify(feedback.content)).toContain('Too wide.')
    const mark = await call('view_mark', { threadIds: JSON.stringify([thread.threadId]) })
    expect(mark.content.map(each => each.type)).toContain('image')
    await call('mark_addressed', { threadId: thread.threadId, body: 'Narrower now.' })
    const { body } = await agent<Thread>('GET', `/v1/threads/${thread.threadId}`)
    expect(body).toMatchObject({ status: 'addressed', comments: [{}, { body: 'Narrower now.' }] })
  })

  it('the MCP Inspector signs in with OAuth after a person has approved the sign-in', async () => {
    const result = join(folder, `${era}.json`)
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`
    const signIn = ['--protocol-era', era, '--relogin', '--callback-url', callback]
    const words = commandOf([...signIn, '--method', 'tools/list', '--output', result])
    let approval: Promise<Response> | undefined
    // The Inspector signs in only if it runs in a terminal, so `script` provides a terminal. The Inspector
    // prints the URL as a link (OSC 8), which ends with a control character.
    const { code, all } = await run('script', ['-qefc', words.join(' '), '/dev/null'], output => {
      const request = /\/oauth\/authorize\?([\w%&=.~+-]+)[^\w%&=.~+-]/.exec(output)?.[1]
      if (request !== undefined)
        approval ??= approve(person, request).then(({ body }) => fetch(body.redirectUrl))
    })
    if (code !== 0) throw new Error(all)
    expect((await approval)?.status).toBe(200)
    const { tools } = JSON.parse(await readFile(result, 'utf8')) as { tools: Tool[] }
    expect(tools.map(each => each.name)).toContain('list_reviews')
  })
})
