import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AdminPerson, AdminWorkspace, PasswordLink } from '#shared/contract/admin'
import { choosePassword } from '../../support/people/admin'
import { adminToken } from '../../support/people/servers'
import { startSession } from '../../support/people/sessions'
import { emailOf, signUp } from '../../support/people/sign-up'
import { caller } from '../../support/server/client'
import { operate, operateJson, succeed } from '../../support/server/operate'
import { sharedServer, type TestServer } from '../../support/server/server'

let server: TestServer
let env: Record<string, string>
beforeAll(async () => {
  // The server has no setting ADMINS, because the commands need only ADMIN_TOKEN.
  server = await sharedServer({ ADMIN_TOKEN: adminToken })
  env = { ADMIN_TOKEN: adminToken, PUBLIC_URL: server.url, PORT: new URL(server.url).port }
})

const run = (...args: string[]) => succeed(['admin', ...args], env)
const runJson = async <T>(...args: string[]) => (await operateJson<T>(['admin', ...args], env)).result
/** Returns the last line of a command that must fail. */
async function faultOf(args: string[], settings = env): Promise<string> {
  const { code, stdout, fault, stderr } = await operate(['admin', ...args], settings)
  expect([code, stdout, stderr]).toEqual([1, '', `${fault}\n`])
  return fault
}
const reason = ['--reason', 'By script']

describe('npm run admin', () => {
  it('the admin commands `people` and `workspaces` print what they find as text and as JSON', async () => {
    const zoe = await signUp(server, 'Zoë Listed')
    const email = await emailOf(zoe)
    expect(await run('people', 'zoë LISTED')).toBe(
      `${zoe.id}  active  ${email} (not confirmed)  Zoë Listed\n`,
    )
    expect(await run('workspaces', email)).toBe(
      `${zoe.workspaceId}  active  ${email}  Zoë Listed's workspace\n`,
    )
    expect(await run('people', 'nobody has this name')).toBe('no people found\n')
    const { people } = await runJson<{ people: AdminPerson[] }>('people', email)
    expect(people.map(each => each.id)).toEqual([zoe.id])
    const { workspaces } = await runJson<{ workspaces: AdminWorkspace[] }>('workspaces', zoe.workspaceId)
    expect(workspaces.map(each => each.owner?.id)).toEqual([zoe.id])
  })

  it('the admin command `make-owner` takes a person and a workspace by name, email or id', async () => {
    const [olga, pim] = [await signUp(server, 'Olga Left'), await signUp(server, 'Pim')]
    const email = await emailOf(pim)
    expect(await run('make-owner', "olga left's WORKSPACE", email.toUpperCase(), ...reason)).toBe(
      `Pim (${email}) owns Olga Left's workspace (${olga.workspaceId})\n`,
    )
    const { members } = (
      await pim.call<{ members: { userId: string; role: string }[] }>(
        'GET',
        `/api/workspaces/${olga.workspaceId}/members`,
      )
    ).body
    expect(members.map(each => [each.userId, each.role])).toEqual([
      [olga.id, 'owner'],
      [pim.id, 'owner'],
    ])
    expect(await run('make-owner', pim.workspaceId, olga.id, ...reason)).toContain('Olga Left')
  })

  it('the admin commands `add-person` and `password-link` print a link to choose a password', async () => {
    const email = 'nia.cli@example.org'
    const added = await run('add-person', email, '--name', 'Nia', ...reason)
    expect(added).toContain(`Nia (${email}) chooses a password here, once, until `)
    const { passwordLink } = await runJson<{ passwordLink: PasswordLink }>('password-link', email, ...reason)
    const [earlier = ''] = /https?:\S+/.exec(added) ?? []
    expect((await choosePassword(server, earlier)).status).toBe(400)
    expect((await choosePassword(server, passwordLink.url)).status).toBe(200)
    const { cookie } = await startSession(server, email)
    expect((await caller(server, { cookie })('GET', '/api/me')).status).toBe(200)
    expect(await faultOf(['add-person', email, '--name', 'Nia', ...reason])).toBe(
      'admin: An account has this email address. Find the person by the address, or choose another one.',
    )
  })

  it('the admin commands `suspend` and `unsuspend` take a person’s email or a workspace’s name', async () => {
    const person = await signUp(server, 'Sam Suspended')
    const email = await emailOf(person)
    expect(await run('suspend', email, ...reason)).toBe(`Sam Suspended (${person.id}) is suspended\n`)
    expect((await person.call('GET', '/api/me')).status).toBe(403)
    expect(await run('unsuspend', person.id, ...reason)).toBe(`Sam Suspended (${person.id}) is active\n`)
    const name = "Sam Suspended's workspace"
    expect(await run('suspend', name, ...reason)).toBe(`${name} (${person.workspaceId}) is suspended\n`)
    expect(await run('unsuspend', person.workspaceId, ...reason)).toContain('is active')
  })
})

describe('a command of npm run admin that cannot be done ends with one line', () => {
  it('an admin command with an unknown or ambiguous name changes nothing and states the remedy', async () => {
    const twins = [await signUp(server, 'Twin'), await signUp(server, 'Twin')]
    expect(await faultOf(['suspend', 'no-one@example.org', ...reason])).toBe(
      'admin: no person has the email or id no-one@example.org; npm run admin -- people lists them',
    )
    expect(await faultOf(['suspend', 'No Such', ...reason])).toBe(
      'admin: no workspace has the name or id No Such; npm run admin -- workspaces lists them',
    )
    const fault = await faultOf(['suspend', "Twin's workspace", ...reason])
    expect(fault).toMatch(/^admin: 2 workspaces are named Twin's workspace; use an id: ws_\w+ \(/)
    for (const twin of twins) {
      expect(fault).toContain(`${twin.workspaceId} (${await emailOf(twin)})`)
      expect((await twin.call('GET', `/api/workspaces/${twin.workspaceId}/members`)).status).toBe(200)
    }
    // A command accepts only the complete name of a workspace, not a part of it.
    expect(await faultOf(['suspend', 'Twin', ...reason])).toContain('no workspace has the name or id Twin')
  })

  it('an admin command states the remedy for a wrong ADMIN_TOKEN or an unreachable server', async () => {
    const { ADMIN_TOKEN: _, ...without } = env
    expect(await faultOf(['people'], without)).toMatch(/^admin: set ADMIN_TOKEN, here and for the server, /)
    const other = { ...env, ADMIN_TOKEN: 'x'.repeat(32) }
    expect(await faultOf(['people'], other)).toMatch(
      /^admin: the server at \S+ does not accept ADMIN_TOKEN: /,
    )
    const nowhere = { ADMIN_TOKEN: adminToken, PUBLIC_URL: 'http://127.0.0.1:9', PORT: '9' }
    expect(await faultOf(['people'], nowhere)).toMatch(
      /^admin: the server does not respond at http:\/\/127\.0\.0\.1:9 \(.+\); start it, or set PUBLIC_URL$/,
    )
    const { result } = await operateJson<{ error: string }>(['admin', 'people'], without)
    expect(result.error).toMatch(/^admin: set ADMIN_TOKEN/)
  })

  it('an admin command sends nothing to another program on the port, and follows no redirects', async () => {
    const seen: (string | undefined)[] = []
    const stub = createServer((request, response) => {
      seen.push(request.url)
      const isApi = request.url?.startsWith('/api')
      response.writeHead(isApi ? 302 : 200, isApi ? { location: `${server.url}/stolen` } : {})
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await once(stub, 'listening')
    onTestFinished(() => void stub.close())
    const { port } = stub.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    // Another program uses the port PORT, so the command sends its requests to PUBLIC_URL.
    expect((await operate(['admin', 'people'], { ...env, PORT: String(port) })).code).toBe(0)
    expect(seen).toEqual(['/v1'])
    expect(await faultOf(['people'], { ...env, PUBLIC_URL: url, PORT: '9' })).toBe(
      `admin: ${url} responded 302, and not as Exhibit does; check PUBLIC_URL and the proxy`,
    )
  })
})
