import { describe, expect, it } from 'vitest'
import { signUp } from '../../support/people/sign-up'
import { sharedServer } from '../../support/server/server'

const server = await sharedServer()
const owner = await signUp(server, 'Owner')

describe('the current workspace of a person', () => {
  it('the current workspace is the one that the person chose last, or null before any choice', async () => {
    const ann = await signUp(server, 'Ann')
    const second = (
      await ann.call<{ workspace: { id: string } }>('POST', '/api/workspaces', { name: 'Second' })
    ).body.workspace.id
    const current = async () =>
      (await ann.call<{ workspace: { id: string } | null }>('GET', '/api/me')).body.workspace?.id ?? null
    expect(await current()).toBeNull()
    expect((await ann.call('PATCH', '/api/me', { workspaceId: second })).status).toBe(200)
    expect(await current()).toBe(second)
    expect((await ann.call('PATCH', '/api/me', { workspaceId: owner.workspaceId })).status).toBe(404)
    expect(
      await ann.call('POST', '/api/tokens', { name: 'x', capabilities: ['artifact:read'] }),
    ).toMatchObject({ status: 422, body: { data: { field: 'workspaceId' } } })
    expect(await ann.call('POST', '/api/projects', { name: 'x' })).toMatchObject({
      status: 422,
      body: { data: { field: 'workspaceId' } },
    })
  })
})
