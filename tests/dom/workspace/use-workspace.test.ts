import { expect, test } from 'vitest'
import { useSession } from '~/account/use-session'
import { useWorkspace } from '~/workspace/use-workspace'
import { stubApi } from '../../support/dom/api'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt } from '../../support/dom/mount'

const team = { id: 'ws_1', name: 'Team', plan: 'team' as const, role: 'reviewer' as const }
const own = { id: 'ws_2', name: 'Own', plan: 'free' as const, role: 'owner' as const }

async function mountWorkspace(workspace: typeof team | null = team) {
  const person = me({ workspace, workspaces: [team, own] })
  const api = stubApi({ 'PATCH /api/me': () => ({ ...person, workspace: own }), 'GET /api/me': () => person })
  const mounted = await mountInNuxt(() => ({ ...useWorkspace(), session: useSession() }), { me: person })
  return { ...mounted, ...mounted.result, api }
}

test('the workspace that was used last is shown, or the first one if none was used before', async () => {
  expect((await mountWorkspace()).workspaceId.value).toBe('ws_1')
  expect((await mountWorkspace(null)).workspaceId.value).toBe('ws_1')
})

test('switching to another workspace shows it at once and stores the choice', async () => {
  const { switchTo, workspaceId, api } = await mountWorkspace()
  const done = switchTo('ws_2')
  expect(workspaceId.value).toBe('ws_2')
  await done
  expect(api.bodies('PATCH /api/me')).toEqual([{ workspaceId: 'ws_2' }])
})

test('a workspace switch that cannot be stored still applies to this visit', async () => {
  const { switchTo, workspaceId, api } = await mountWorkspace()
  api.offline = true
  await switchTo('ws_2')
  expect(workspaceId.value).toBe('ws_2')
})

test('switching to the current workspace, or to one that the person is not in, does nothing', async () => {
  const { switchTo, workspaceId, api } = await mountWorkspace()
  await switchTo('ws_1')
  await switchTo('ws_9')
  expect([workspaceId.value, api.calls.length]).toEqual(['ws_1', 0])
})

test('the permitted actions of a person depend on their role in each workspace', async () => {
  const { can, canIn, switchTo, session } = await mountWorkspace()
  expect([can('contribute'), canIn('ws_2', 'contribute'), canIn('ws_9', 'contribute')]).toEqual([
    false,
    true,
    false,
  ])
  await switchTo('ws_2')
  expect(can('contribute')).toBe(true)
  session.me.value = null
  expect(can('contribute')).toBe(false)
})
