import { describe, expect, it } from 'vitest'
import { signUp } from '../../support/people/sign-up'
import { sharedFixture } from '../../support/server/fixture'

const { server, person } = await sharedFixture()
const outsider = await signUp(server, 'Outsider')

describe('names of projects and workspaces', () => {
  it('projects and workspaces can be renamed, and the creator of a workspace is its owner', async () => {
    const own = await person.project('Before')
    expect(await person.call('PATCH', `/api/projects/${own}`, { name: 'Äfter All!' })).toMatchObject({
      status: 200,
      body: { project: { name: 'Äfter All!', slug: 'after-all' } },
    })
    const made = await person.call<{ workspace: { id: string } }>('POST', '/api/workspaces', {
      name: 'Second',
    })
    expect(made).toMatchObject({
      status: 201,
      body: { workspace: { name: 'Second', plan: 'free', role: 'owner' } },
    })
    expect(
      (await outsider.call('PATCH', `/api/workspaces/${made.body.workspace.id}`, { name: 'Mine' })).status,
    ).toBe(404)
    expect(
      (await person.call('PATCH', `/api/workspaces/${made.body.workspace.id}`, { name: 'x'.repeat(121) }))
        .status,
    ).toBe(422)
    expect(
      (await person.call('PATCH', `/api/workspaces/${made.body.workspace.id}`, { name: 'Renamed' })).status,
    ).toBe(200)
    // A person with two workspaces must name the workspace.
    expect(
      await person.call('POST', '/api/tokens', { name: 'x', capabilities: ['artifact:read'] }),
    ).toMatchObject({ status: 422, body: { data: { field: 'workspaceId' } } })
  })
})
