import { afterEach, describe, expect, it } from 'vitest'
import type { Actor } from '~~/server/access/actor'
import { countBody } from '~~/server/http/bodies/body-shares'
import { fairShares } from '~~/server/process/fair-share'

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

const agentOf = (workspaceId: string, createdBy: string | null): Actor => ({
  type: 'agent',
  id: `tok_${workspaceId}_${createdBy}`,
  name: 'agent',
  workspaceId,
  createdBy,
  projectId: null,
  capabilities: [],
  expiresAt: null,
})

/** Begins to receive this number of forms. Throws if one of them is not allowed. */
function take(actor: Actor, count: number): void {
  for (let i = 0; i < count; i++) ended.push(countBody('forms', actor))
}

describe('forms that the server is receiving', () => {
  const { person, workspace } = fairShares.forms

  it('form uploads in progress are limited per person, across all tokens of the person', () => {
    take(agentOf('wsp_1', 'usr_a'), person - 1)
    take(agentOf('wsp_2', 'usr_a'), 1)
    expect(() => countBody('forms', agentOf('wsp_3', 'usr_a'))).toThrow('Too many forms of this person')
    take(agentOf('wsp_3', 'usr_b'), 1)
  })

  it('form uploads in progress are limited per workspace, across all creators of its tokens', () => {
    take(agentOf('wsp_1', 'usr_a'), workspace - 1)
    take(agentOf('wsp_1', 'usr_b'), 1)
    expect(() => countBody('forms', agentOf('wsp_1', 'usr_c'))).toThrow('or workspace are being received')
    take(agentOf('wsp_2', 'usr_c'), 1)
  })

  it('a rejected form can be sent again as soon as another form has ended', () => {
    take(agentOf('wsp_1', 'usr_a'), person)
    ended.pop()?.()
    take(agentOf('wsp_1', 'usr_a'), 1)
  })
})
