import { useState } from '#app/composables/state'
import { expect, test } from 'vitest'
import { findCommands, type Command } from '~/palette/command-search'
import { useApi } from '~/ui/network/use-api'
import { useNavigationCommands } from '~/palette/use-navigation-commands'
import { ErrorResponse, stubApi, type Handlers } from '../../support/dom/api'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'

const catalog: Handlers = {
  'GET /v1/projects': () => ({
    projects: [
      {
        id: 'prj_1',
        name: 'Shop',
        slug: 'shop',
        workspaceId: 'ws_1',
        reviews: [
          {
            id: 'rev_1',
            externalRef: null,
            title: 'Checkout',
            status: 'open',
            prRef: 'https://github.com/acme/shop/pull/1284',
            branch: 'fix/totals',
            url: 'http://exhibit.test/',
          },
        ],
      },
      { id: 'prj_2', name: 'Elsewhere', slug: 'elsewhere', workspaceId: 'ws_2', reviews: [] },
    ],
  }),
}

async function mountCommands(person: ReturnType<typeof me> | undefined, handlers = catalog) {
  const api = stubApi(handlers)
  const mounted = await mountInNuxt(() => useNavigationCommands(), {
    me: person,
    parent: () => void useState('color-mode', () => ({ preference: 'system', value: 'light' })),
  })
  const ids = () => mounted.result.commands.value.map(each => each.id)
  const command = (id: string) => mounted.result.commands.value.find(each => each.id === id) as Command
  return { ...mounted, api, ids, command }
}

test('the palette opens projects and reviews of the current workspace only', async () => {
  const { ids, command, router } = await mountCommands(me())
  await until(() => expect(ids()).toContain('rev_1'))
  expect(ids()).not.toContain('prj_2')
  await command('rev_1').run()
  await until(() => expect(router.currentRoute.value.path).toBe('/reviews/rev_1'))
})

test('the palette finds a review by its pull request and by its branch', async () => {
  const { result, ids } = await mountCommands(me())
  await until(() => expect(ids()).toContain('rev_1'))
  for (const typed of ['#1284', 'acme/shop', 'shop/pull/1284', 'fix/totals'])
    expect(findCommands(result.commands.value, typed)[0]?.commands.map(each => each.id)).toEqual(['rev_1'])
  expect(result.commands.value.find(each => each.id === 'rev_1')?.detail).toBe('Shop · acme/shop#1284')
  expect(findCommands(result.commands.value, '1285')).toEqual([])
})

test('the palette lists only settings that the person may open', async () => {
  const workspace = { id: 'ws_1', name: 'Team', plan: 'team' as const, role: 'reviewer' as const }
  const { ids } = await mountCommands(me({ workspace, workspaces: [workspace] }))
  expect(ids()).toContain('/settings/people')
  expect(ids()).not.toContain('/settings/tokens')
  expect(ids()).not.toContain('/settings/activity')
})

test('for a visitor who is not signed in, the palette has only documentation and themes', async () => {
  const { ids, api, nuxt } = await mountCommands(undefined)
  // If the palette sent requests, they would have been sent before the request of this call.
  const call = await nuxt.runWithContext(useApi)
  await call('GET /v1/projects')
  expect(ids()).toEqual(['developers', 'system', 'light', 'dark'])
  expect(api.calls).toHaveLength(1)
})

test('the palette lists all objects that a person may create, with a review in each project', async () => {
  const { ids, command, nuxt } = await mountCommands(me())
  await until(() => expect(ids()).toContain('new-prj_1'))
  expect(ids().filter(each => each.startsWith('new-'))).toEqual([
    'new-project',
    'new-prj_1',
    'new-token',
    'new-workspace',
  ])
  await command('new-prj_1').run()
  expect(nuxt.payload.state.$screation).toEqual({ what: 'review', projectId: 'prj_1' })
  const workspace = { id: 'ws_1', name: 'Team', plan: 'team' as const, role: 'reviewer' as const }
  const { ids: ofReviewer } = await mountCommands(me({ workspace, workspaces: [workspace] }))
  await until(() => expect(ofReviewer()).toContain('prj_1'))
  expect(ofReviewer().filter(each => each.startsWith('new-'))).toEqual(['new-workspace'])
})

test('if projects and reviews fail to load, the palette shows a notice and its other commands', async () => {
  const { result, ids } = await mountCommands(me(), {
    'GET /v1/projects': () => {
      throw new ErrorResponse('internal_error')
    },
  })
  await until(() => expect(result.incomplete.value).toBe(true))
  expect(ids()).toContain('inbox')
})
