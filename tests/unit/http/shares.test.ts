import { afterEach, describe, expect, it } from 'vitest'
import type { Actor } from '~~/server/access/actor'
import { countBody, countExport } from '~~/server/http/shares'
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

describe('exports that the server is sending', () => {
  const { caller, address } = fairShares.exports
  const visitor: Actor = { type: 'anonymous', id: null, name: null }
  const exportTo = (actor: Actor, from = '192.0.2.1') => ended.push(countExport(actor, () => from))

  it('exports in progress are limited for each person with all their tokens, and end when sent', () => {
    for (let i = 0; i < caller; i++) exportTo(agentOf(`wsp_${i}`, 'usr_a'))
    expect(() => exportTo(agentOf('wsp_1', 'usr_a'))).toThrow(`${caller} exports are being sent`)
    exportTo(agentOf('wsp_1', 'usr_b'))
    ended.shift()?.()
    exportTo(agentOf('wsp_1', 'usr_a'))
  })

  it('exports in progress of visitors are limited for each address', () => {
    for (let i = 0; i < address; i++) exportTo(visitor)
    expect(() => exportTo(visitor)).toThrow(`${address} exports are being sent`)
    exportTo(visitor, '192.0.2.2')
  })
})
