import { describe, expect, it } from 'vitest'
import { capabilities, type Capability } from '#shared/contract/capabilities'
import { roles, type Role } from '#shared/contract/roles'
import { actions, credentialsFor, may, type Action } from '#shared/permissions'

const everyone: Role[] = ['owner', 'member', 'reviewer']
const members: Role[] = ['owner', 'member']

/** The permissions: the roles of people, and the capabilities of agents. */
const table: Record<Action, [people: Role[], agents: 'any' | Capability[]]> = {
  public: [everyone, 'any'],
  useAccount: [everyone, []],
  readReviews: [everyone, 'any'],
  readFeedback: [everyone, ['feedback:read']],
  downloadOriginals: [everyone, ['artifact:read']],
  comment: [everyone, ['thread:reply']],
  resolve: [everyone, []],
  editOwnComments: [everyone, []],
  writePendingComments: [everyone, []],
  deleteComments: [['owner'], []],
  deleteGuestComments: [members, []],
  decide: [everyone, []],
  requestReviewers: [members, []],
  contribute: [members, ['artifact:write']],
  openShareLinks: [members, []],
  commentAsGuest: [[], []],
  downloadShared: [[], []],
  deleteEvidence: [members, []],
  readOwnToken: [[], 'any'],
  createProject: [[], ['project:create']],
  manageProjects: [members, []],
  manageTokens: [members, []],
  useDashboard: [everyone, []],
  leaveWorkspace: [everyone, []],
  manageWorkspace: [['owner'], []],
  inviteReviewers: [[], ['artifact:write']],
  manageWebhooks: [['owner'], []],
  manageForges: [['owner'], []],
  administer: [[], []],
}

describe('the permission table', () => {
  it.each(actions)(
    'the permission table allows %s to these roles and capabilities, and to no others',
    action => {
      const [people, agents] = table[action]
      expect(roles.filter(role => may({ type: 'human', role }, action))).toEqual(people)
      const granting = capabilities.filter(each => may({ type: 'agent', capabilities: [each] }, action))
      expect(granting).toEqual(agents === 'any' ? [...capabilities] : agents)
      expect(may({ type: 'agent', capabilities: [] }, action)).toBe(agents === 'any')
    },
  )

  it('the permission table allows agents with every capability no action for people only', () => {
    const agent = { type: 'agent', capabilities } as const
    const refused = actions.filter(action => !may(agent, action))
    expect(refused).toEqual(actions.filter(action => table[action][1].length === 0))
    expect(refused).toContain('resolve')
  })

  it('the permission table allows account actions without a workspace, public ones to anyone', () => {
    const outside = actions.filter(action => may({ type: 'human', role: null }, action))
    expect(outside).toEqual(['public', 'useAccount'])
    expect(actions.filter(action => may({ type: 'anonymous' }, action))).toEqual(['public'])
  })

  it('the permission table allows visitors the actions of a share link, and members no more by it', () => {
    const visitor = (allowComments: boolean, allowDownload: boolean) =>
      actions.filter(action => may({ type: 'visitor', allowComments, allowDownload }, action))
    expect(visitor(false, false)).toEqual(['public'])
    expect(visitor(true, false)).toEqual(['public', 'commentAsGuest'])
    expect(visitor(false, true)).toEqual(['public', 'downloadShared'])
  })

  it('the permission table allows administration to administrators only, whatever their roles', () => {
    for (const role of [...roles, null]) {
      expect(may({ type: 'human', role, admin: true }, 'administer')).toBe(true)
      expect(may({ type: 'human', role, admin: false }, 'administer')).toBe(false)
      expect(may({ type: 'human', role, admin: true }, 'manageWorkspace')).toBe(role === 'owner')
    }
  })

  it('the permission table gives the credentials that an operation accepts', () => {
    expect(credentialsFor('public')).toEqual({ agent: false, human: false, anonymous: true })
    expect(credentialsFor('resolve')).toEqual({ agent: false, human: true, anonymous: false })
    expect(credentialsFor('comment')).toEqual({ agent: 'thread:reply', human: true, anonymous: false })
    expect(credentialsFor('readReviews')).toEqual({ agent: 'any', human: true, anonymous: false })
    expect(credentialsFor('createProject')).toEqual({
      agent: 'project:create',
      human: false,
      anonymous: false,
    })
  })
})
