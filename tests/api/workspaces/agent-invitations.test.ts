import { describe, expect, it } from 'vitest'
import type { Invitation } from '#shared/contract/member'
import { limits } from '#shared/contract/kit/limits'
import { DAY } from '#shared/time'
import { invitePath, inviteReviewer, letAgentsInvite } from '../../support/people/agent-invitations'
import { caller, type Failure } from '../../support/server/client'
import { confirmEmail, joined, signUp, type Person } from '../../support/people/sign-up'
import { eventKindsOf } from '../../support/data/database'
import { fixtureOn, sharedFixture } from '../../support/server/fixture'
import { preloading } from '../../support/server/preload'
import { limitedFixture, mailServer } from '../../support/people/servers'
import { membersOf } from '../../support/people/members'
import { choosePassword } from '../../support/people/admin'
import { startSession } from '../../support/people/sessions'
import { sharedServer } from '../../support/server/server'
import { sharedStripe } from '../../support/stubs/stripe'

const { server, mail } = await mailServer()
let emails = 0
const newEmail = () => `invited${emails++}@example.org`

/** Signs up the person with this email, and confirms the email. */
async function confirmed(name: string, email: string): Promise<Person> {
  const person = await signUp(server, name, { email })
  await confirmEmail(server, person)
  return person
}

/** Creates a workspace whose owner lets agents invite reviewers. */
async function inviting() {
  const stage = await fixtureOn(server)
  expect(await letAgentsInvite(stage.person)).toBe(200)
  return stage
}

const listed = async (owner: Person) =>
  (
    await owner.call<{ invitations: Invitation[]; agentInvitations: boolean }>(
      'GET',
      `/api/workspaces/${owner.workspaceId}/members`,
    )
  ).body

describe('invitations by agents', () => {
  it('an agent cannot invite before an owner allows it, and the error says to ask an owner', async () => {
    const { person: owner, agent } = await fixtureOn(server)
    expect((await listed(owner)).agentInvitations).toBe(false)
    const email = newEmail()
    const refused = await inviteReviewer(agent, email)
    expect(refused).toMatchObject({ status: 403, body: { data: { error: 'forbidden' } } })
    expect(refused.body.data.hint).toContain('Ask an owner to turn on "Agents may invite reviewers"')
    const member = await joined(server, owner, 'Mel', 'member')
    expect(await letAgentsInvite(member, true, owner.workspaceId)).toBe(403)
    expect(await letAgentsInvite(owner)).toBe(200)
    expect((await listed(owner)).agentInvitations).toBe(true)
    expect((await inviteReviewer(agent, email)).status).toBe(201)
  })

  it('an agent can invite an email as a reviewer, and the audit log names the agent', async () => {
    const { person: owner, agent } = await inviting()
    const email = newEmail()
    const { body } = await inviteReviewer(agent, email)
    expect(body).toMatchObject({ email, role: 'reviewer', sent: true })
    expect(Math.abs(Date.parse(body.expiresAt) - server.now() - 7 * DAY)).toBeLessThan(DAY)
    expect((await listed(owner)).invitations).toMatchObject([
      { id: body.id, role: 'reviewer', email, agent: 'ci-agent', createdBy: 'Ann' },
    ])
    expect(await caller(server)('GET', invitePath(body))).toMatchObject({
      status: 200,
      body: { invitedBy: 'Ann', agent: 'ci-agent', role: 'reviewer' },
    })
    const rae = await confirmed('Rae', email)
    expect(await rae.call('POST', invitePath(body))).toMatchObject({
      status: 200,
      body: { workspace: { id: owner.workspaceId, role: 'reviewer' } },
    })
    const { body: record } = await owner.call<{ events: object[] }>(
      'GET',
      `/api/workspaces/${owner.workspaceId}/events?kind=invitation`,
    )
    expect(record.events).toMatchObject([
      { kind: 'invitation.accepted', actor: { type: 'human', name: 'Rae' } },
      {
        kind: 'invitation.created',
        actor: { type: 'agent', name: 'ci-agent' },
        title: email,
        detail: 'reviewer',
      },
    ])
  })

  it('an agent cannot invite a person as a member or an owner', async () => {
    const { agent } = await inviting()
    for (const role of ['member', 'owner']) {
      const { status, body } = await inviteReviewer(agent, newEmail(), { role })
      expect([status, body.data.field, body.data.message]).toEqual([
        422,
        'role',
        expect.stringContaining('must be reviewer: only owners invite people with another role'),
      ])
    }
    expect((await inviteReviewer(agent, 'no address')).body.data.field).toBe('email')
  })

  it('only the account with the invited email accepts an invitation by an agent', async () => {
    const { agent } = await inviting()
    const email = newEmail()
    const { body } = await inviteReviewer(agent, email.toUpperCase())
    expect(body.email).toBe(email)
    const other = await signUp(server, 'Tom')
    expect(await other.call('POST', invitePath(body))).toMatchObject({
      status: 403,
      body: { data: { message: 'This invitation is for another email address.' } },
    })
    const rae = await confirmed('Rae', email)
    expect((await rae.call('POST', invitePath(body))).status).toBe(200)
  })

  it('an invitation by an agent is refused to an account whose email is not confirmed', async () => {
    const { person: owner, agent } = await inviting()
    const email = newEmail()
    const { body } = await inviteReviewer(agent, email)
    // The agent has the URL, so it can sign up with the invited email as a person would.
    const rae = await signUp(server, 'Rae', { email })
    const refused = await rae.call<Failure>('POST', invitePath(body))
    expect(refused).toMatchObject({
      status: 403,
      body: { data: { error: 'forbidden', message: expect.stringContaining('must be confirmed') as string } },
    })
    expect(refused.body.data.hint).toContain('"Forgot your password?"')
    expect((await rae.call('GET', `/api/workspaces/${owner.workspaceId}/members`)).status).toBe(404)

    await caller(server)('POST', '/api/auth/request-password-reset', { email, redirectTo: '/reset-password' })
    const resetMail = () =>
      mail.mails.find(each => each.includes(`To: ${email}`) && /reset-password/.test(each))
    await expect.poll(resetMail).toBeTruthy()
    expect((await choosePassword(server, resetMail() ?? '')).status).toBe(200)
    const { cookie } = await startSession(server, email)
    expect((await caller(server, { cookie })('POST', invitePath(body))).status).toBe(200)
  })

  it('an agent cannot invite on a server that cannot confirm emails, and the error says why', async () => {
    const { person: owner, agent } = await sharedFixture()
    expect(await letAgentsInvite(owner)).toBe(200)
    expect(await inviteReviewer(agent, newEmail())).toMatchObject({
      status: 403,
      body: {
        data: {
          error: 'forbidden',
          message: expect.stringContaining('no way to confirm email addresses') as string,
          hint: expect.stringContaining('Ask an owner to invite the person by a link') as string,
        },
      },
    })
    expect((await listed(owner)).invitations).toEqual([])
  })

  it('a second invitation by an agent for one email replaces the first', async () => {
    const { person: owner, agent } = await inviting()
    const email = newEmail()
    const first = (await inviteReviewer(agent, email)).body
    const second = (await inviteReviewer(agent, email)).body
    expect((await listed(owner)).invitations.map(each => each.id)).toEqual([second.id])
    expect(await eventKindsOf(server, first.id)).toEqual(['invitation.created', 'invitation.revoked'])
    const rae = await confirmed('Rae', email)
    expect((await rae.call('POST', invitePath(first))).status).toBe(404)
    expect((await rae.call('POST', invitePath(second))).status).toBe(200)
    const again = await inviteReviewer(agent, email)
    expect([again.status, again.body.data.hint]).toEqual([409, 'Give them the address of the review.'])
  })

  it('an agent needs a token of the whole workspace to invite', async () => {
    const { person: owner, projectId } = await inviting()
    const scoped = await owner.agent({ projectId })
    expect(await inviteReviewer(scoped, newEmail())).toMatchObject({
      status: 403,
      body: { data: { message: expect.stringContaining('scoped to one project') as string } },
    })
  })

  it('agents have at most 20 open invitations in a workspace', async () => {
    const { person: owner, agent } = await inviting()
    const ids = []
    for (let i = 0; i < limits.agentInvitations; i++) {
      const { status, body } = await inviteReviewer(agent, newEmail())
      expect(status).toBe(201)
      ids.push(body.id)
    }
    expect(await inviteReviewer(agent, newEmail())).toMatchObject({ status: 409 })
    // Invitations by people do not count toward the limit.
    expect((await membersOf(owner).invite(owner)).token).toBeTruthy()
    expect((await owner.call('DELETE', `/api/invitations/${ids[0]}`)).status).toBe(204)
    expect((await inviteReviewer(agent, newEmail())).status).toBe(201)
  })

  it('an invitation by an agent is also sent by mail', async () => {
    const { agent } = await inviting()
    const email = newEmail()
    const { body } = await inviteReviewer(agent, email)
    const sent = mail.mails.find(each => each.includes(`To: ${email}`))
    expect(sent).toContain('ci-agent invites you')
    expect(sent).toContain(body.url)
  })

  it('an invitation by an agent is refused if the plan has no free seat', async () => {
    const { env } = await sharedStripe()
    const paid = await sharedServer({ ...preloading('quick-passwords'), ...env, SMTP_URL: mail.url })
    const { person: owner, agent } = await fixtureOn(paid)
    await letAgentsInvite(owner)
    for (let i = 0; i < 5; i++) await joined(paid, owner, `Reviewer${i}`, 'reviewer')
    expect(await inviteReviewer(agent, newEmail())).toMatchObject({
      status: 402,
      body: { data: { error: 'reviewer_limit_reached', used: 5, limit: 5 } },
    })
  })

  it('invitations by agents are limited to ten a minute, even if they are refused', async () => {
    const { agent } = await limitedFixture()
    for (let i = 0; i < 10; i++) expect((await inviteReviewer(agent, newEmail())).status).toBe(403)
    expect((await inviteReviewer(agent, newEmail())).status).toBe(429)
  })
})

describe('the end of invitations by agents', () => {
  const isMissing = async (invited: { url: string }) =>
    (await caller(server)('GET', invitePath(invited))).status === 404

  it('invitations by agents are revoked when an owner no longer allows agents to invite', async () => {
    const { person: owner, agent } = await inviting()
    const { body } = await inviteReviewer(agent, newEmail())
    const byPerson = await membersOf(owner).invite(owner)
    expect(await isMissing(body)).toBe(false)
    expect(await letAgentsInvite(owner, false)).toBe(200)
    expect(await isMissing(body)).toBe(true)
    expect((await listed(owner)).invitations.map(each => each.id)).toEqual([byPerson.id])
    expect(await eventKindsOf(server, body.id)).toEqual(['invitation.created', 'invitation.revoked'])
    expect((await inviteReviewer(agent, newEmail())).status).toBe(403)
    // Setting the same value again changes nothing.
    expect(await letAgentsInvite(owner, false)).toBe(200)
    const kinds = await eventKindsOf(server, owner.workspaceId)
    expect(kinds.filter(kind => kind.includes('agent_invitations'))).toEqual([
      'workspace.agent_invitations_on',
      'workspace.agent_invitations_off',
    ])
  })

  it('invitations by agents end when the owner who allowed them loses the role', async () => {
    const { person: owner, agent } = await fixtureOn(server)
    const { enroll, setRole } = membersOf(owner)
    const second = await signUp(server, 'Olga')
    await enroll(second, 'owner')
    expect(await letAgentsInvite(second, true, owner.workspaceId)).toBe(200)
    // The setting is already on, so it remains the setting of the owner who turned it on.
    expect(await letAgentsInvite(owner)).toBe(200)
    const { body } = await inviteReviewer(agent, newEmail())
    await setRole(second, 'member')
    expect([await isMissing(body), (await listed(owner)).agentInvitations]).toEqual([true, false])
    expect((await inviteReviewer(agent, newEmail())).status).toBe(403)
    await letAgentsInvite(owner)
    expect((await inviteReviewer(agent, newEmail())).status).toBe(201)
  })

  it('an invitation by an agent ends when the token of the agent is revoked', async () => {
    const { person: owner } = await inviting()
    const { id, token } = await membersOf(owner).mint()
    const { body } = await inviteReviewer(caller(server, { authorization: `Bearer ${token}` }), newEmail())
    expect(await isMissing(body)).toBe(false)
    await owner.call('DELETE', `/api/tokens/${id}`)
    expect([await isMissing(body), (await listed(owner)).invitations]).toEqual([true, []])
  })
})
