import { describe, expect, it } from 'vitest'
import { capabilities } from '#shared/contract/capabilities'
import { actions, credentialsFor } from '#shared/permissions'
import { anonymous, operator, type AgentActor, type HumanActor } from '~~/server/access/actor'
import type { Db } from '~~/server/db'
import { authorize, requireAdmin, requirePermission } from '~~/server/access/authorize'

const agent: AgentActor = {
  type: 'agent',
  id: 'tok_1',
  name: 'ci',
  workspaceId: 'ws_1',
  createdBy: null,
  projectId: null,
  capabilities: ['feedback:read'],
  expiresAt: null,
}
const human: HumanActor = {
  type: 'human',
  id: 'usr_1',
  name: 'Mel',
  email: 'mel@example.com',
  image: null,
  sessionId: 's1',
  roles: new Map([['ws_1', 'reviewer']]),
  suspendedIn: new Map(),
  admin: false,
}

describe('authorize', () => {
  it('`authorize` throws `unauthorized` for anonymous callers, unless the action is public', () => {
    expect(() => authorize(anonymous, 'readReviews')).toThrow(
      expect.objectContaining({ code: 'unauthorized' }),
    )
    expect(() => authorize(anonymous, 'public')).not.toThrow()
  })

  it('`authorize` rejects an agent if the action is for people, or if the token lacks a capability', () => {
    const able = { ...agent, capabilities }
    expect(() => authorize(able, 'resolve')).toThrow('Only a signed-in person may do this')
    expect(() => authorize(agent, 'comment')).toThrow('lacks the capability thread:reply')
    expect(() => authorize(able, 'comment')).not.toThrow()
    expect(() => authorize(agent, 'readReviews')).not.toThrow()
  })

  it('`authorize` rejects a person only if the action is for agents, whatever role the person has', () => {
    expect(() => authorize(human, 'createProject')).toThrow('Only an agent token may call this.')
    expect(() => authorize(human, 'manageWorkspace')).not.toThrow()
  })
})

describe('administration', () => {
  // Represents a transaction that is never used, because `requireAdmin` runs a query only inside a write.
  const noWrite = {} as Db

  it('administrative actions throw not_found for callers who are not administrators', async () => {
    for (const caller of [anonymous, agent, human])
      expect(() => authorize(caller, 'administer')).toThrow(expect.objectContaining({ code: 'not_found' }))
    await expect(requireAdmin(noWrite, human)).rejects.toMatchObject({ code: 'not_found' })
    expect(() => authorize({ ...human, admin: true }, 'administer')).not.toThrow()
    await requireAdmin(noWrite, { ...human, admin: true })
  })

  it('ADMIN_TOKEN may administer, and is unauthorized for all other actions of callers', async () => {
    expect(() => authorize(operator, 'administer')).not.toThrow()
    await requireAdmin(noWrite, operator)
    for (const action of actions) {
      const isOpen = action === 'administer' || credentialsFor(action).anonymous
      if (!isOpen)
        expect(() => authorize(operator, action)).toThrow(expect.objectContaining({ code: 'unauthorized' }))
    }
  })
})

describe('requirePermission', () => {
  it('requirePermission throws `suspended` to members of a suspended workspace, else `not_found`', () => {
    const member = { ...human, suspendedIn: new Map([['ws_3', { suspendedAt: 1, deletesAt: null }]]) }
    for (const action of ['readReviews', 'contribute', 'leaveWorkspace'] as const)
      expect(() => requirePermission(member, 'ws_3', action, 'workspaceId')).toThrow(
        expect.objectContaining({ code: 'suspended', field: 'workspaceId' }),
      )
    expect(() => requirePermission(human, 'ws_3', 'readReviews')).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    )
  })

  it('to members, requirePermission reports a workspace with a pending deletion as deleted', () => {
    const member = { ...human, suspendedIn: new Map([['ws_3', { suspendedAt: null, deletesAt: 1 }]]) }
    expect(() => requirePermission(member, 'ws_3', 'readReviews')).toThrow(
      expect.objectContaining({ code: 'suspended', message: 'This workspace was deleted.' }),
    )
  })

  it('requirePermission throws not_found for a workspace in which the caller has no role or token', () => {
    for (const caller of [human, agent])
      expect(() => requirePermission(caller, 'ws_2', 'readReviews', 'workspaceId')).toThrow(
        expect.objectContaining({ code: 'not_found', field: 'workspaceId' }),
      )
  })

  it('requirePermission allows only the actions that the caller’s role or token allows', () => {
    expect(() => requirePermission(human, 'ws_1', 'contribute')).toThrow(
      'Your role in this workspace, reviewer',
    )
    expect(() => requirePermission(human, 'ws_1', 'resolve')).not.toThrow()
    expect(() => requirePermission(agent, 'ws_1', 'resolve')).toThrow('Only a signed-in person')
    expect(() => requirePermission(agent, 'ws_1', 'readFeedback')).not.toThrow()
  })
})
