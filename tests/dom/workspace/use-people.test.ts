import { expect, test } from 'vitest'
import { usePeople } from '~/workspace/use-people'
import { useWorkspace } from '~/workspace/use-workspace'
import { ErrorResponse, stubApi } from '../../support/dom/api'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'

const AT = '2026-06-01T09:00:00.000Z'
const MEMBERS = 'GET /api/workspaces/{id}/members'
const member = {
  userId: 'usr_me',
  name: 'Mara',
  email: 'mara@example.org',
  role: 'member',
  joinedAt: AT,
} as const
const workspaces = ['ws_1', 'ws_2'].map(id => ({
  id,
  name: id,
  plan: 'team' as const,
  role: 'member' as const,
}))

test('the people of a workspace are loaded, and are loaded again for another workspace', async () => {
  const api = stubApi({
    [MEMBERS]: () => ({
      members: [member],
      invitations: [],
      agentInvitations: true,
      scriptedSessions: [{ userId: 'usr_me', startedAt: AT }],
    }),
    'PATCH /api/me': () => me({ workspaces }),
  })
  const { result } = await mountInNuxt(() => ({ ...usePeople(), ...useWorkspace() }), {
    me: me({ workspaces }),
  })
  await until(() => expect(result.members.value?.map(each => each.name)).toEqual(['Mara']))
  expect(result.invitations.value).toEqual([])
  expect(result.agentInvitations.value).toBe(true)
  expect([result.scriptedSince('usr_me'), result.scriptedSince('usr_other')]).toEqual([[AT], []])
  const asked = () => api.calls.filter(each => each.operation === MEMBERS).map(each => each.params.id)
  expect(asked()).toEqual(['ws_1'])
  await result.switchTo('ws_2')
  await until(() => expect(asked()).toEqual(['ws_1', 'ws_2']))
})

test('if the people of a workspace cannot be loaded, the list is undefined and has an error', async () => {
  stubApi({
    [MEMBERS]: () => {
      throw new ErrorResponse('forbidden')
    },
  })
  const { result } = await mountInNuxt(() => usePeople(), { me: me() })
  await until(() => expect(result.error.value).toBeDefined())
  expect(result.members.value).toBeUndefined()
})
