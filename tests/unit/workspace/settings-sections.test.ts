import { expect, it } from 'vitest'
import type { Role } from '#shared/contract/roles'
import { may } from '#shared/permissions'
import { settingsSections } from '~/workspace/settings-sections'

/**
 * Returns the settings that a role can open. With null, returns the settings of a person without a workspace.
 */
const sectionsOf = (role: Role | null) =>
  settingsSections()
    .filter(each => may({ type: 'human', role }, each.action))
    .map(each => each.label)

it('each role can open only the settings that it may change or read', () => {
  const own = ['Notifications', 'Your account']
  expect(sectionsOf('owner')).toEqual([
    'General',
    'People',
    'Agent tokens',
    'Webhooks',
    'Pull requests',
    'Usage',
    'Activity',
    ...own,
  ])
  expect(sectionsOf('member')).toEqual(['General', 'People', 'Agent tokens', 'Usage', ...own])
  expect(sectionsOf('reviewer')).toEqual(['General', 'People', 'Usage', ...own])
  expect(sectionsOf(null)).toEqual(['Your account'])
})
