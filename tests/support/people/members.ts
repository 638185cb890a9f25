import { expect } from 'vitest'
import type { Person } from './sign-up'

/** Returns functions with which an owner changes the people of their workspace. */
export function membersOf(owner: Person) {
  const workspace = `/api/workspaces/${owner.workspaceId}`
  const path = `${workspace}/members`
  const setRole = (person: Person, role: string, more: object = {}) =>
    owner.call('PATCH', `${path}/${person.id}`, { role, ...more })
  return {
    path,
    setRole,
    /** Removes a person, and returns the status. */
    remove: async (person: Person, query = '') =>
      (await owner.call('DELETE', `${path}/${person.id}${query}`)).status,
    /** Creates an invitation on behalf of an owner. */
    invite: async (by: Person, role: 'member' | 'reviewer' = 'member') =>
      (await by.call<{ id: string; token: string }>('POST', `${workspace}/invitations`, { role })).body,
    /** Invites a person to the workspace and gives them a role. */
    async enroll(person: Person, role: 'owner' | 'member' | 'reviewer' = 'member'): Promise<void> {
      const { body } = await owner.call<{ token: string }>('POST', `${workspace}/invitations`, {
        role: 'member',
      })
      expect((await person.call('POST', `/api/invite/${body.token}`)).status).toBe(200)
      if (role !== 'member') expect((await setRole(person, role)).status).toBe(200)
    },
    /** Creates a token of the workspace with every capability. */
    async mint(by: Person = owner, name = 'ci-agent') {
      const capabilities = [
        'artifact:write',
        'artifact:read',
        'feedback:read',
        'thread:reply',
        'project:create',
      ]
      const wanted = { name, workspaceId: owner.workspaceId, capabilities }
      return (await by.call<{ id: string; token: string }>('POST', '/api/tokens', wanted)).body
    },
  }
}
