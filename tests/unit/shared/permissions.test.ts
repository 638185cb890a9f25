import { describe, expect, it } from 'vitest'
import { capabilities, type Capability } from '#shared/contract/capabilities'
import { roles, type Role } from '#shared/contract/roles'
import { actions, credentialsFor, may, type Action } from '#shared/permissions'

const everyone: Role[] = ['owner', 'member', 'reviewer']
const members: Role[] = ['owner', 'member']

/** The expected permissions for each action: the roles of people, and the capabilities of agents. */
const table: Record<Action, [people: Role[], agents: 'any' | Capability[]]> = {
  public: [everyone, 'any'],
  useAccount: [everyone, []],
  readReviews: [everyone, 'any'],
  readFeedback: [everyone, ['feedback:read']],
  downloadOriginals: [everyone, ['artifact:read']],
  comment: [everyone, ['thread:reply']],
  claimThreads: [[], ['thread:reply']],
  resolve: [everyone, []],
  editOwnComments: [everyone, []],
  react: [everyone, []],
  writePendingComments: [everyone, []],
  deleteComments: [['owner'], []],
  deleteGuestComments: [members, []],
  decide: [everyone, []],
  requestReviewers: [members, []],
  contribute: [members, ['artifact:write']],
  uploadEvidence: [members, ['artifact:write']],
  addressEvidence: [[], ['artifact:write']],
  shareReviews: [members, ['artifact:write']],
  viewShared: [everyone, 'any'],
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
  useOAuth: [everyone, 'any'],
  connectClients: [everyone, []],
  administer: [[], []],
}

/** The actions that need no credential. */
const open: Action[] = ['public', 'viewShared', 'useOAuth']

describe('the permission table', () => {
  it.each(actions)('the permission table allows %s only to the expected roles and capabilities', action => {
    const [people, agents] = table[action]
    expect(roles.filter(role => may({ type: 'human', role }, action))).toEqual(people)
    const granting = capabilities.filter(each => may({ type: 'agent', capabilities: [each] }, action))
    expect(granting).toEqual(agents === 'any' ? [...capabilities] : agents)
    expect(may({ type: 'agent', capabilities: [] }, action)).toBe(agents === 'any')
  })

  it('an agent with every capability may do nothing that only people may do', () => {
    const agent = { type: 'agent', capabilities } as const
    const refused = actions.filter(action => !may(agent, action))
    expect(refused).toEqual(actions.filter(action => table[action][1].length === 0))
    expect(refused).toContain('resolve')
  })

  it('a person without a workspace may use only public actions and account actions', () => {
    const outside = actions.filter(action => may({ type: 'human', role: null }, action))
    expect(outside).toEqual(['public', 'useAccount', 'viewShared', 'useOAuth', 'connectClients'])
    expect(actions.filter(action => may({ type: 'anonymous' }, action))).toEqual(open)
  })

  it('a visitor may do only the actions that the options of the share link allow', () => {
    const visitor = (allowComments: boolean, allowDownload: boolean) =>
      actions.filter(action => may({ type: 'visitor', allowComments, allowDownload }, action))
    expect(visitor(false, false)).toEqual(open)
    expect(visitor(true, false)).toEqual(['public', 'viewShared', 'commentAsGuest', 'useOAuth'])
    expect(visitor(false, true)).toEqual(['public', 'viewShared', 'downloadShared', 'useOAuth'])
  })

  it('only administrators may use administration, whatever their role in a workspace', () => {
    for (const role of [...roles, null]) {
      expect(may({ type: 'human', role, admin: true }, 'administer')).toBe(true)
      expect(may({ type: 'human', role, admin: false }, 'administer')).toBe(false)
      expect(may({ type: 'human', role, admin: true }, 'manageWorkspace')).toBe(role === 'owner')
    }
  })

  it('ADMIN_TOKEN allows administration and nothing else that needs a credential', () => {
    const allowed = actions.filter(action => may({ type: 'system' }, action))
    expect(allowed.filter(action => !may({ type: 'anonymous' }, action))).toEqual(['administer'])
  })

  it('credentialsFor returns the credentials that an action accepts', () => {
    const none = { agent: false, human: false, anonymous: false, adminToken: false }
    expect(credentialsFor('public')).toEqual({ ...none, anonymous: true })
    expect(credentialsFor('resolve')).toEqual({ ...none, human: true })
    expect(credentialsFor('comment')).toEqual({ ...none, agent: 'thread:reply', human: true })
    expect(credentialsFor('readReviews')).toEqual({ ...none, agent: 'any', human: true })
    expect(credentialsFor('createProject')).toEqual({ ...none, agent: 'project:create' })
    expect(credentialsFor('administer')).toEqual({ ...none, human: true, adminToken: true })
  })
})
