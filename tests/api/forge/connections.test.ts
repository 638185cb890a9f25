import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { forgeKinds } from '#shared/forge/dialects'
import type { Failure } from '../../support/server/client'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { allRows, eventKindsOf } from '../../support/data/database'
import { fixtureOn, sharedFixture, type Fixture } from '../../support/server/fixture'
import { connectForge, connectionsOf, startForge, type ForgeStub } from '../../support/stubs/forge'
import { sharedServer } from '../../support/server/server'

const server = await sharedServer({ FORGES_TO_PRIVATE: 'on', LOG_LEVEL: 'info' })

let owner: Person
let projectId: string
let forge: ForgeStub
async function startProject(): Promise<void> {
  ;({ person: owner, projectId } = await fixtureOn(server))
}
afterEach(() => forge.stop())

const errorOf = ({ status, body }: { status: number; body: unknown }) => {
  const { field, message } = (body as Failure).data
  return [status, field, message] as const
}

describe.each(forgeKinds)('a connection of a project to %s', kind => {
  beforeEach(async () => {
    await startProject()
    forge = await startForge(kind)
  })

  it('a forge connection is tested when it is created, hides its token, and has audit events', async () => {
    const token = 'secret-of-more-than-sixteen-signs'
    forge.state.token = token
    const connected = await connectForge(owner.call, projectId, kind, forge, { token })
    expect([connected.status, connected.body]).toMatchObject([
      200,
      { projectId, kind, repository: 'acme/web', tokenHint: 'igns', pictures: true, problems: [] },
    ])
    expect(forge.requests).toEqual([expect.stringMatching(/^GET \/(repos|projects)\/acme/)])
    expect(await connectionsOf(owner)).toEqual([connected.body])
    const changed = await connectForge(owner.call, projectId, kind, forge, {
      token: undefined,
      pictures: false,
    })
    expect([changed.status, changed.body.pictures, changed.body.tokenHint]).toEqual([200, false, 'igns'])
    expect((await owner.call('DELETE', `/api/projects/${projectId}/forge`)).status).toBe(204)
    expect(await connectionsOf(owner)).toEqual([])
    expect((await owner.call('DELETE', `/api/projects/${projectId}/forge`)).status).toBe(404)
    expect((await eventKindsOf(server, projectId)).filter(each => each.startsWith('forge.'))).toEqual([
      'forge.connected',
      'forge.updated',
      'forge.disconnected',
    ])
  })

  it('a forge connection accepts the URL of the forge instead of the URL of its API', async () => {
    const { origin } = new URL(forge.apiUrl)
    const { body } = await connectForge(owner.call, projectId, kind, { apiUrl: `${origin}/` })
    expect(body.apiUrl).toBe(forge.apiUrl)
  })

  it('a forge connection needs a valid token, an accessible repository and the URL of a forge', async () => {
    const connect = (more: Record<string, unknown>) => connectForge(owner.call, projectId, kind, forge, more)
    expect(errorOf(await connect({ token: 'wrong' }))).toEqual([
      422,
      'token',
      'The forge rejected the token.',
    ])
    expect(errorOf(await connect({ repository: 'acme/nothing' }))).toEqual([
      422,
      'repository',
      'The token has no access to a repository acme/nothing.',
    ])
    forge.state.isWritable = false
    expect(errorOf(await connect({}))).toEqual([
      422,
      'token',
      'The token may read acme/web, but not write to it.',
    ])
    forge.respondWith(() => ({ status: 403, body: { message: 'Resource not accessible' } }))
    expect(errorOf(await connect({}))).toMatchObject([
      422,
      'token',
      expect.stringContaining('not accessible'),
    ])
    forge.respondWith(() => ({ status: 429, headers: { 'retry-after': '60' } }))
    expect(errorOf(await connect({}))).toMatchObject([
      422,
      'token',
      expect.stringContaining('limits the rate'),
    ])
    forge.respondWith(() => ({ status: 301, headers: { location: 'http://169.254.169.254/' } }))
    expect(errorOf(await connect({}))).toMatchObject([422, 'apiUrl', expect.stringContaining('301')])
    forge.respondWith(() => ({ status: 200 }))
    expect(errorOf(await connect({}))).toMatchObject([
      422,
      'apiUrl',
      expect.stringContaining('did not return what the API of this forge returns'),
    ])
    forge.stop()
    expect(errorOf(await connect({}))).toMatchObject([422, 'apiUrl', expect.stringContaining('refused')])
    expect(await connectionsOf(owner)).toEqual([])
  })

  it('the token of a forge connection is stored encrypted, and is in no response or log', async () => {
    const token = 'secret-that-must-not-be-found'
    forge.state.token = token
    const responses = [await connectForge(owner.call, projectId, kind, forge, { token })]
    responses.push(await connectForge(owner.call, projectId, kind, forge, { token: 'wrong-and-not-found' }))
    expect(responses.map(each => each.status)).toEqual([200, 422])
    const stored = JSON.stringify(await allRows(server))
    const listed = JSON.stringify(await connectionsOf(owner))
    for (const text of [stored, listed, JSON.stringify(responses.map(each => each.body)), server.log()])
      expect(text).not.toMatch(/secret-that-must|wrong-and-not-found/)
    expect(stored).toContain('ound')
  })

  it('the token of a forge connection is not sent to another forge', async () => {
    await connectForge(owner.call, projectId, kind, forge)
    const other = await startForge(kind)
    const moved = await connectForge(owner.call, projectId, kind, other, { token: undefined })
    expect(errorOf(moved)).toEqual([422, 'token', '"token" is required for this forge.'])
    expect(other.requests).toEqual([])
    expect(await connectionsOf(owner)).toMatchObject([{ apiUrl: forge.apiUrl }])
    other.stop()
  })
})

describe('the management of a forge connection', () => {
  it('only owners can manage a forge connection: members, agents and people outside cannot', async () => {
    await startProject()
    forge = await startForge('github')
    await connectForge(owner.call, projectId, 'github', forge)
    const member = await joined(server, owner, 'Mel', 'member')
    const outsider = await signUp(server, 'Outsider')
    for (const [call, status] of [
      [member.call, 403],
      [await owner.agent(), 403],
      [outsider.call, 404],
    ] as const) {
      const path = `/api/projects/${projectId}/forge`
      expect((await connectForge(call, projectId, 'github', forge)).status).toBe(status)
      expect((await call('DELETE', path)).status).toBe(status)
      expect((await call('GET', `/api/workspaces/${owner.workspaceId}/forges`)).status).toBe(status)
    }
    expect(forge.requests).toHaveLength(1)
    expect(await connectionsOf(owner)).toHaveLength(1)
  })
})

describe('a forge connection with wrong values', () => {
  beforeAll(startProject)
  beforeEach(async () => {
    forge = await startForge('github')
  })

  it.each([
    [{ kind: 'gitea', apiUrl: undefined }, 'apiUrl'],
    [{ apiUrl: 'https://ann:secret@example.com' }, 'apiUrl'],
    [{ apiUrl: 'https://example.com/?x=1' }, 'apiUrl'],
    [{ apiUrl: 'ftp://example.com' }, 'apiUrl'],
    [{ repository: 'acme' }, 'repository'],
    [{ repository: 'acme/web?x' }, 'repository'],
    [{ repository: 'https://github.com/acme/web' }, 'repository'],
    [{ token: 'two words' }, 'token'],
    [{ apiUrl: 'http://169.254.169.254/latest' }, 'apiUrl'],
    [{ apiUrl: 'http://[fe80::1]' }, 'apiUrl'],
  ])('a forge connection with %o is refused', async (more, field) => {
    const response = await connectForge(owner.call, projectId, 'github', forge, more)
    expect(errorOf(response).slice(0, 2)).toEqual([422, field])
    expect(await connectionsOf(owner)).toEqual([])
  })

  it.each([
    ['apiUrl', limits.forgeUrl, (length: number) => 'https://127.0.0.1/'.padEnd(length, 'x')],
    ['repository', limits.forgeRepository, (length: number) => 'acme/'.padEnd(length, 'x')],
    ['token', limits.forgeToken, (length: number) => 'x'.repeat(length)],
  ])('the %s of a forge connection has at most %i characters', async (field, limit, valueOf) => {
    const messageWith = async (length: number) =>
      errorOf(await connectForge(owner.call, projectId, 'github', forge, { [field]: valueOf(length) }))[2]
    expect(await messageWith(limit)).not.toMatch(/at most/)
    expect(await messageWith(limit + 1)).toMatch(/at most/)
  })
})

describe('forge connections without FORGES_TO_PRIVATE=on', () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await sharedFixture()
  })

  it.each(['http://127.0.0.1', 'https://127.0.0.1', 'https://localhost', 'https://[::ffff:10.0.0.1]'])(
    'without FORGES_TO_PRIVATE=on, no request is sent to a forge at %s',
    async host => {
      forge = await startForge('gitea')
      const { person, projectId: project } = fixture
      const { port } = new URL(forge.apiUrl)
      const { status, body } = await connectForge(person.call, project, 'gitea', {
        apiUrl: `${host}:${port}/api/v1`,
      })
      const { field, message, hint } = (body as unknown as Failure).data
      expect([status, field]).toEqual([422, 'apiUrl'])
      expect(message).toMatch(/is not a public address|must begin with https/)
      expect(hint).toContain('FORGES_TO_PRIVATE=on')
      expect(forge.requests).toEqual([])
    },
  )
})
