import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ChildProcess } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#shared/time'
import type { PrintedError } from '../../../cli/failure'
import type { LoginRequest } from '../../../cli/account/sign-in'
import type { PushResult } from '../../../cli/push/push'
import { signUp, type Person } from '../../support/people/sign-up'
import { endOf, endWaits, newFolder, unpackCli, type Cli } from '../../support/cli/cli'
import { pngImage } from '../../support/media/samples'
import { sharedServer, sharedServerWithClock } from '../../support/server/server'
import { startProxy, startStub } from '../../support/stubs/http-stub'

const server = await sharedServerWithClock({ CLI_CLIENT_ID: 'acme-cli' })
const person = await signUp(server)

/** Returns the first line that a command prints, without waiting for the end of the command. */
async function firstLine(child: ChildProcess, output: 'stdout' | 'stderr' = 'stdout'): Promise<LoginRequest> {
  const stream = child[output]
  if (!stream) throw new Error(`The command has no ${output}.`)
  for await (const line of createInterface({ input: stream })) return JSON.parse(line) as LoginRequest
  throw new Error('The command printed nothing.')
}

async function decide(who: Person, userCode: string, decision: 'approve' | 'deny'): Promise<void> {
  await who.call('GET', `/api/auth/device?user_code=${userCode}`)
  await who.call('POST', `/api/auth/device/${decision}`, { userCode })
}

/** Runs `exhibit login`, and decides on its code as the person `who` as soon as the code is printed. */
async function login(cli: Cli, args: string[], who = person, decision: 'approve' | 'deny' = 'approve') {
  const child = cli.start(['login', server.url, '--json', ...args], { clock: true })
  const ended = endOf(child)
  const asked = await firstLine(child)
  await decide(who, asked.userCode, decision)
  const waits = endWaits(child)
  const { code, stdout } = await ended
  const [, last = ''] = stdout.trim().split('\n')
  return {
    asked,
    waits,
    code,
    result: JSON.parse(last) as Record<string, unknown> & { error?: PrintedError },
  }
}

describe('`exhibit login`', () => {
  it('`login` prints a URL and a code before it waits, and saves a token for all commands', async () => {
    const cli = await unpackCli(server)
    const { asked, waits, code, result } = await login(cli, ['--name', 'laptop'])
    // The command `login` waits for one polling interval before its first poll.
    expect(waits).toEqual([5 * SECOND])
    expect(asked).toEqual({
      verificationUrl: `${server.url}/device?user_code=${asked.userCode}`,
      userCode: expect.stringMatching(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/),
      expiresAt: expect.any(String),
      message: `Open ${asked.verificationUrl} and approve the code ${asked.userCode}.`,
    })
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
      ['project', true],
      ['review', true],
    ])
    expect(doctor.body.checks.find(each => each.name === 'version')?.detail).toContain(
      'the command line has the version of the server',
    )
  })

  it('a command whose token was revoked starts a login and then continues', async () => {
    const cli = await unpackCli(server)
    const { result } = await login(cli, [])
    await person.call('DELETE', `/api/tokens/${String(result.tokenId)}`)
    expect((await cli.run(['list', '--no-login'])).code).toBe(3)
    const child = cli.start(['list', '--json'], { clock: true })
    const ended = endOf(child)
    const { userCode } = await firstLine(child, 'stderr')
    await decide(person, userCode, 'approve')
    endWaits(child)
    const { code, stdout } = await ended
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { reviews: [] }])
  })

  it('`exhibit login` polls less often after a proxy responded 429 with a page instead of JSON', async () => {
    const statuses = [429]
    const { url, stop } = await startProxy(server.url, {
      failRequest: incoming => incoming.url === '/api/auth/device/token' && (statuses.shift() ?? false),
    })
    onTestFinished(stop)
    const cli = await unpackCli(server)
    const child = cli.start(['login', url, '--json'], { clock: true })
    const ended = endOf(child)
    await decide(person, (await firstLine(child)).userCode, 'approve')
    const waits = endWaits(child)
    expect([(await ended).code, waits]).toEqual([0, [5000, 10_000]])
  })

  it('`login` ends with exit code 5 after `--timeout`, and the next login uses the same code', async () => {
    const cli = await unpackCli(server)
    const first = await cli.run(['login', server.url, '--timeout', '0', '--json'])
    const [asked, failed] = first.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as LoginRequest & { error: PrintedError })
    expect([first.code, failed?.error]).toMatchObject([5, { code: 'login_pending', exitCode: 5 }])
    const { asked: again, code } = await login(cli, [])
    expect([code, again.userCode]).toEqual([0, asked?.userCode])
  })

  it('a denied or expired login ends with exit code 3, and the next login gets a new code', async () => {
    const cli = await unpackCli(server)
    const denied = await login(cli, [], person, 'deny')
    expect([denied.code, denied.result.error?.code]).toEqual([3, 'access_denied'])
    const child = cli.start(['login', server.url, '--json'], { clock: true })
    const ended = endOf(child)
    const { userCode } = await firstLine(child)
    expect(userCode).not.toBe(denied.asked.userCode)
    await server.advance(31 * MINUTE)
    endWaits(child)
    const { code, stdout } = await ended
    expect(code).toBe(3)
    expect(stdout).toContain('"expired_token"')
  })

  it('`login` without a terminal uses `--workspace`, or else the person’s current workspace', async () => {
    const owner = await signUp(server, 'Two')
    const created = await owner.call<{ workspace: { id: string } }>('POST', '/api/workspaces', {
      name: 'Second',
    })
    const second = created.body.workspace.id
    const cli = await unpackCli(server)
    for (const id of [owner.workspaceId, second])
      expect((await login(cli, ['--workspace', id], owner)).result.workspaceId).toBe(id)
    for (const id of [second, owner.workspaceId]) {
      await owner.call('PATCH', '/api/me', { workspaceId: id })
      expect((await login(cli, [], owner)).result.workspaceId).toBe(id)
    }
    const foreign = await login(cli, ['--workspace', 'ws_1'], owner)
    expect([foreign.code, foreign.result.error?.code]).toEqual([2, 'usage'])
  })

  it('`login` saves one token per server, and each package uses the token of its server', async () => {
    const other = await sharedServer()
    const cli = await unpackCli(server)
    const ofOther = await unpackCli(other, { XDG_CONFIG_HOME: cli.configHome })
    const feedback = async (of: Cli, ...args: string[]) => {
      const { code, body } = await of.json(['feedback', '--ref', 'x', '--no-login', ...args])
      return [code, body.error.code, body.error.hint?.match(/http[^"]+/)?.[0]]
    }
    await login(cli, [])
    expect(await feedback(cli)).toEqual([1, 'no_review', undefined])
    expect(await feedback(ofOther)).toEqual([3, 'not_signed_in', other.url])
    expect(await feedback(cli, '--server', other.url)).toEqual([3, 'not_signed_in', other.url])
    expect((await login(ofOther, [])).code).toBe(0)
    expect(await feedback(ofOther)).toEqual([1, 'no_review', undefined])
  })
})

describe('a device login at a server that states useless values', () => {
  const usable = {
    device_code: 'secret',
    user_code: 'ABCD-EFGH',
    verification_uri_complete: 'https://exhibit.example/device?user_code=ABCD-EFGH',
    expires_in: 1000,
    interval: 5,
  }
  /** Runs `exhibit login` at a server that responds with these codes, and to each poll with an error. */
  async function loginAt(codes: unknown, error: string) {
    const stub = await startStub(({ url = '' }, response) => {
      if (url === '/v1') return response.end('{"commandLine":{"clientId":"acme"}}')
      if (url.endsWith('/code')) return response.end(JSON.stringify(codes))
      response.writeHead(400).end(JSON.stringify({ error }))
    })
    onTestFinished(stub.stop)
    const child = (await unpackCli(server)).start(['login', stub.url, '--json'], { clock: true })
    const begun = Date.now()
    const waits = endWaits(child)
    const { code, stdout } = await endOf(child)
    const [first = {}, last = first] = stdout
      .trim()
      .split('\n')
      .map(each => JSON.parse(each) as object)
    return { begun, waits, code, asked: first as LoginRequest, ...(last as { error?: PrintedError }) }
  }

  it('a device login polls at least every five minutes until its code has expired', async () => {
    const { code, waits, error } = await loginAt({ ...usable, interval: 1e18 }, 'authorization_pending')
    expect([code, error?.code]).toEqual([3, 'expired_token'])
    expect(waits).toEqual(Array(4).fill(5 * MINUTE))
  })

  it('a device login waits at least a second between polls, or five if no interval is stated', async () => {
    const { interval: _, ...unstated } = usable
    expect((await loginAt({ ...usable, interval: -1 }, 'access_denied')).waits).toEqual([SECOND])
    expect((await loginAt(unstated, 'access_denied')).waits).toEqual([5 * SECOND])
  })

  it('a device login treats a code as expired after one day at most', async () => {
    const { begun, asked, error } = await loginAt({ ...usable, expires_in: 1e18 }, 'access_denied')
    expect(error?.code).toBe('access_denied')
    expect(Math.round((Date.parse(asked.expiresAt) - begun) / HOUR)).toBe(24)
  })

  it.each([
    [{ device_code: 1 }],
    [{ user_code: null }],
    [{ expires_in: 'soon' }],
    [{ interval: {} }],
    [{ verification_uri_complete: 'javascript:alert(1)' }],
  ])('a device login rejects a response with %j', async wrong => {
    const { code, error } = await loginAt({ ...usable, ...wrong }, 'access_denied')
    expect([code, error?.code]).toEqual([1, 'not_exhibit'])
  })
})

describe('a command without a token', () => {
  const png = pngImage(20, 20)
  /** Returns a newly installed command line, and a folder with a picture. */
  async function newMachine() {
    const cwd = await newFolder('machine')
    await writeFile(join(cwd, 'a.png'), await png)
    return { cli: await unpackCli(server), cwd }
  }

  it('a command without a token signs in first, and its stdout contains only its own result', async () => {
    const { cli, cwd } = await newMachine()
    const child = cli.start(['push', 'a.png', '--ref', 'new', '--json'], {
      cwd,
      env: { CLAUDECODE: '1' },
      clock: true,
    })
    const ended = endOf(child)
    const asked = await firstLine(child, 'stderr')
    expect(asked.message).toBe(`Open ${asked.verificationUrl} and approve the code ${asked.userCode}.`)
    await decide(person, asked.userCode, 'approve')
    endWaits(child)
    const { code, stdout } = await ended
    const result = JSON.parse(stdout) as PushResult
    expect([code, result.files]).toMatchObject([0, [{ outcome: 'created' }]])
    expect(result.review.url).toContain(server.url)
    const { body } = await person.call<{ tokens: { name: string }[] }>('GET', '/api/tokens')
    expect(body.tokens.map(each => each.name)).toContain('Claude Code')
    const again = await cli.json<PushResult>(['push', 'a.png', '--ref', 'new'], { cwd })
    expect([again.code, again.body.files[0]?.outcome]).toEqual([0, 'unchanged'])
  })

  it('a command without a token asks a person to sign in, and ends with code 3 after a denial', async () => {
    const { cli, cwd } = await newMachine()
    const child = cli.start(['push', 'a.png', '--ref', 'denied'], { cwd, clock: true })
    const ended = endOf(child)
    const sentence = /^Open (\S+) and approve the code (\w{4}-\w{4})\. Waiting for that\.\n/
    const asked = new Promise<string>(resolve =>
      child.stderr?.on('data', (data: Buffer) => {
        const code = sentence.exec(data.toString())?.[2]
        if (code) resolve(code)
      }),
    )
    await decide(person, await asked, 'deny')
    endWaits(child)
    const { code, stdout, stderr } = await ended
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toContain('exhibit: The login was denied.')
  })

  it('a command without a token ends with exit code 3 when the login code has expired', async () => {
    const { cli, cwd } = await newMachine()
    const child = cli.start(['push', 'a.png', '--ref', 'late', '--json'], { cwd, clock: true })
    const ended = endOf(child)
    await firstLine(child, 'stderr')
    await server.advance(31 * MINUTE)
    endWaits(child)
    const { code, stdout } = await ended
    expect([code, JSON.parse(stdout)]).toMatchObject([3, { error: { code: 'expired_token', exitCode: 3 } }])
  })

  it('commands that start at the same time without a token share one login', async () => {
    const { cli, cwd } = await newMachine()
    const start = (ref: string) => cli.start(['push', 'a.png', '--ref', ref, '--json'], { cwd, clock: true })
    const first = start('one')
    const firstEnd = endOf(first)
    const { userCode } = await firstLine(first, 'stderr')
    const second = start('two')
    const secondEnd = endOf(second)
    expect((await firstLine(second, 'stderr')).userCode).toBe(userCode)
    await decide(person, userCode, 'approve')
    // Both commands poll at the same time, but only one gets the token and the other waits for it.
    for (const each of [first, second]) endWaits(each, 1)
    await Promise.race([firstEnd, secondEnd])
    for (const each of [first, second]) endWaits(each)
    expect([(await firstEnd).code, (await secondEnd).code]).toEqual([0, 0])
  })

  it('a wrong command line does not start a login', async () => {
    const { cli, cwd } = await newMachine()
    for (const args of [
      ['push', 'nowhere.png', '--ref', 'x'],
      ['push', 'a.png'],
      ['feedback'],
      ['reply', 'rev_1', 'x'],
      ['wait', '--review', 'thr_1'],
      ['open'],
    ])
      expect([args, (await cli.run(args, { cwd })).code]).toEqual([args, 2])
  })
})
