import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '#shared/time'
import type { PrintedError } from '../../../cli/failure'
import { signUp, type Person } from '../../support/client'
import { endOf, unpackCli, type Cli } from '../../support/cli'
import { startServer, type TestServer } from '../../support/server'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer({ CLI_CLIENT_ID: 'acme-cli' })
  person = await signUp(server)
})
afterAll(() => server.stop())

interface Asked {
  verificationUrl: string
  userCode: string
  expiresAt: string
}

/** Returns the first line that a command prints, which it prints at once. */
async function firstLine(child: ChildProcess): Promise<Asked> {
  if (!child.stdout) throw new Error('The command has no stdout.')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Asked
  throw new Error('The command printed nothing.')
}

async function decide(who: Person, userCode: string, decision: 'approve' | 'deny'): Promise<void> {
  await who.call('GET', `/api/auth/device?user_code=${userCode}`)
  await who.call('POST', `/api/auth/device/${decision}`, { userCode })
}

/** Signs in as a person who decides once the command has printed the code. */
async function login(cli: Cli, args: string[], who = person, decision: 'approve' | 'deny' = 'approve') {
  const child = cli.start(['login', server.url, '--json', ...args])
  const ended = endOf(child)
  const asked = await firstLine(child)
  await decide(who, asked.userCode, decision)
  const { code, stdout } = await ended
  const [, last = ''] = stdout.trim().split('\n')
  return { asked, code, result: JSON.parse(last) as Record<string, unknown> & { error?: PrintedError } }
}

describe('exhibit login', () => {
  it('prints an address and a code at once, then saves a token that other commands use', async () => {
    const cli = await unpackCli(server)
    const { asked, code, result } = await login(cli, ['--name', 'laptop'])
    expect(asked.verificationUrl).toBe(`${server.url}/device?user_code=${asked.userCode}`)
    const file = join(cli.configHome, 'exhibit/config.json')
    expect([code, result]).toMatchObject([
      0,
      { server: server.url, workspaceId: person.workspaceId, configFile: file },
    ])
    expect([(await stat(file)).mode & 0o777, (await stat(join(file, '..'))).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
    const { body } = await person.call<{ tokens: { id: string; name: string }[] }>('GET', '/api/tokens')
    expect(body.tokens).toMatchObject([{ id: result.tokenId, name: 'laptop' }])
    const doctor = await cli.json<{ ok: boolean; checks: { name: string; ok: boolean; detail: string }[] }>([
      'doctor',
    ])
    expect([doctor.code, doctor.body.ok]).toEqual([0, true])
    expect(doctor.body.checks.map(each => [each.name, each.ok])).toEqual([
      ['change', true],
      ['config', true],
      ['server', true],
      ['version', true],
      ['token', true],
    ])
    expect(doctor.body.checks.find(each => each.name === 'version')?.detail).toContain(
      'the command line is that of the server',
    )
  })

  it('ends with 5 when its time has passed, and goes on with the same code', async () => {
    const cli = await unpackCli(server)
    const first = await cli.run(['login', server.url, '--timeout', '0', '--json'])
    const [asked, failed] = first.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Asked & { error: PrintedError })
    expect([first.code, failed?.error]).toMatchObject([5, { code: 'login_pending', exitCode: 5 }])
    const { asked: again, code } = await login(cli, [])
    expect([code, again.userCode]).toEqual([0, asked?.userCode])
  })

  it('ends with 3 when it was denied or the code has expired; the next login has a new code', async () => {
    const cli = await unpackCli(server)
    const denied = await login(cli, [], person, 'deny')
    expect([denied.code, denied.result.error?.code]).toEqual([3, 'access_denied'])
    const child = cli.start(['login', server.url, '--json'])
    const ended = endOf(child)
    const { userCode } = await firstLine(child)
    expect(userCode).not.toBe(denied.asked.userCode)
    await server.advance(31 * MINUTE)
    const { code, stdout } = await ended
    expect(code).toBe(3)
    expect(stdout).toContain('"expired_token"')
  })

  it('without a terminal takes the workspace that is named, else the one last used', async () => {
    const owner = await signUp(server, 'Two')
    const created = await owner.call<{ workspace: { id: string } }>('POST', '/api/workspaces', {
      name: 'Second',
    })
    const second = created.body.workspace.id
    const cli = await unpackCli(server)
    for (const id of [owner.workspaceId, second])
      expect((await login(cli, ['--workspace', id], owner)).result.workspaceId).toBe(id)
    await owner.call('PATCH', '/api/me', { workspaceId: second })
    expect((await login(cli, [], owner)).result.workspaceId).toBe(second)
    const foreign = await login(cli, ['--workspace', 'ws_1'], owner)
    expect([foreign.code, foreign.result.error?.code]).toEqual([2, 'usage'])
  })

  it('keeps the tokens of several servers', async () => {
    const other = await startServer()
    const cli = await unpackCli(server)
    await login(cli, [])
    const config = JSON.parse(await readFile(join(cli.configHome, 'exhibit/config.json'), 'utf8')) as {
      servers: Record<string, { token: string }>
    }
    expect(Object.keys(config.servers)).toEqual([server.url])
    const { code, body } = await cli.json(['feedback', '--ref', 'x', '--server', other.url])
    expect([code, body.error.code]).toEqual([3, 'not_signed_in'])
    expect((await cli.json(['feedback', '--ref', 'x'])).body.error.code).toBe('no_review')
    await other.stop()
  })
})
