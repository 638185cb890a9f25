import { describe, expect, it } from 'vitest'
import type { AdminEvent, PasswordLink } from '#shared/contract/admin'
import type { AuditEvent } from '#shared/contract/event'
import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'
import { adminEmail } from '../../support/people/admin'
import {
  adminFixture,
  adminToken,
  limitedServer,
  metricsToken,
  newAddress,
} from '../../support/people/servers'
import { emailOf, signUp } from '../../support/people/sign-up'
import { watchRows } from '../../support/data/unchanged'
import { caller } from '../../support/server/client'

const { server, admin } = await adminFixture()
const bearer = (token: string, more: Record<string, string> = {}) =>
  caller(server, { authorization: `Bearer ${token}`, ...more })
const script = bearer(adminToken)

describe('ADMIN_TOKEN', () => {
  it('a script with ADMIN_TOKEN can do all administrator actions, and the audit log names it', async () => {
    const owner = await signUp(server, 'Olga')
    const person = await signUp(server, 'Pim')
    for (const path of ['usage', 'people', 'workspaces', 'events', `people/${owner.id}`])
      expect([path, (await script('GET', `/api/admin/${path}`)).status]).toEqual([path, 200])
    const workspace = `/api/admin/workspaces/${owner.workspaceId}`
    const reason = 'By script'
    for (const action of ['suspend', 'unsuspend', 'delete', 'cancel-deletion'])
      for (const path of [workspace, `/api/admin/people/${person.id}`])
        expect([action, (await script('POST', `${path}/${action}`, { reason })).status]).toEqual([
          action,
          200,
        ])
    const added = await script('PUT', `${workspace}/members/${person.id}`, { role: 'owner', reason })
    expect(added.status).toBe(200)
    const link = await script<PasswordLink>('POST', `/api/admin/people/${person.id}/password-reset`, {
      reason,
    })
    expect([link.status, link.body.url.startsWith(server.url)]).toEqual([201, true])
    const email = `new.${await emailOf(person)}`
    expect((await script('POST', '/api/admin/people', { email, name: 'New', reason })).status).toBe(201)

    const { events } = (await admin.call<{ events: AdminEvent[] }>('GET', '/api/admin/events')).body
    expect(events.slice(0, 3).map(each => [each.kind, each.actor, each.reason])).toEqual(
      ['person.created', 'person.password_link_created', 'person.added'].map(kind => [
        kind,
        { id: null, name: 'ADMIN_TOKEN' },
        reason,
      ]),
    )
    const audit = await owner.call<{ events: AuditEvent[] }>(
      'GET',
      `/api/workspaces/${owner.workspaceId}/events`,
    )
    expect(audit.body.events[0]).toMatchObject({
      kind: 'member.added',
      actor: { type: 'system', id: null, name: 'ADMIN_TOKEN' },
    })
  })

  it('ADMIN_TOKEN cannot suspend or delete an administrator, or create their password link', async () => {
    const expectSameRows = await watchRows(server)
    for (const action of ['suspend', 'delete', 'password-reset'])
      expect(await script('POST', `/api/admin/people/${admin.id}/${action}`, { reason: 'x' })).toMatchObject({
        status: 409,
        body: { data: { message: 'This person is an administrator of this server.' } },
      })
    await expectSameRows()
  })

  it('ADMIN_TOKEN is an unknown token for every other operation', async () => {
    const expectSameRows = await watchRows(server)
    const id = '01AAAAAAAAAAAAAAAAAAAAAAAA'
    const rows = Object.values(contract as Record<string, Operation>).filter(
      row => row.action !== 'administer' && !row.auth.anonymous,
    )
    expect(rows.length).toBeGreaterThan(100)
    for (const row of rows) {
      const path = row.path.replace(/\{(\w+)\}/g, id)
      const { status } = await script(row.method, path, row.method === 'GET' ? undefined : {})
      expect([row.id, status]).toEqual([row.id, 401])
    }
    const headers = { 'authorization': `Bearer ${adminToken}`, 'content-type': 'application/json' }
    const get = (at: string) => fetch(server.url + at, { headers })
    expect((await get('/api/metrics')).status).toBe(401)
    expect((await fetch(`${server.url}/mcp`, { method: 'POST', headers, body: '{}' })).status).toBe(401)
    expect(await (await get('/api/auth/get-session')).text()).toBe('null')
    const page = await fetch(`${server.url}/admin`, { headers: { ...headers, accept: 'text/html' } })
    expect(page.status).toBe(401)
    await expectSameRows()
  })

  it('a wrong ADMIN_TOKEN gets a 401, and a request without a credential gets a 404', async () => {
    for (const wrong of [
      `${adminToken}0`,
      adminToken.slice(0, -1),
      adminToken.toUpperCase(),
      metricsToken,
      adminEmail,
    ])
      expect([wrong, (await bearer(wrong)('GET', '/api/admin/usage')).status]).toEqual([wrong, 401])
    // The cookie of an administrator does not replace a wrong token.
    const both = bearer('wrong-token', { cookie: admin.cookie })
    expect((await both('GET', '/api/admin/usage')).status).toBe(401)
    expect((await caller(server)('GET', '/api/admin/usage')).status).toBe(404)
    expect((await caller(server, { authorization: adminToken })('GET', '/api/admin/usage')).status).toBe(401)
  })
})

describe('ADMIN_TOKEN on a server without ADMINS', () => {
  it('without ADMINS, ADMIN_TOKEN works, and the pages of administration respond 404', async () => {
    const limited = await limitedServer()
    const call = caller(limited, { authorization: `Bearer ${adminToken}`, ...newAddress() })
    expect((await call('GET', '/api/admin/usage')).status).toBe(200)
    const address = newAddress()
    const { cookie } = await signUp(limited, 'Ann', {}, address)
    const page = await fetch(`${limited.url}/admin`, { headers: { ...address, cookie, accept: 'text/html' } })
    expect(page.status).toBe(404)
  })

  it('a client address may send 20 wrong ADMIN_TOKENs a minute, and correct ones do not count', async () => {
    const limited = await limitedServer()
    const [guesser, other] = [newAddress(), newAddress()]
    const status = async (token: string, address: Record<string, string>) =>
      (await caller(limited, { authorization: `Bearer ${token}`, ...address })('GET', '/api/admin/usage'))
        .status
    for (let count = 0; count < 25; count++) expect(await status(adminToken, guesser)).toBe(200)
    for (let count = 0; count < 20; count++) expect(await status(`wrong-${count}`, guesser)).toBe(401)
    expect([await status('wrong', guesser), await status(adminToken, guesser)]).toEqual([429, 429])
    expect(await status(adminToken, other)).toBe(200)
  })
})
