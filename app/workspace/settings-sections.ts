import type { Action } from '#shared/permissions'

/** The settings pages, each with the permission it requires. */
export const settingsSections: { to: string; label: string; action: Action }[] = [
  { to: '/settings/general', label: 'General', action: 'look' },
  { to: '/settings/people', label: 'People', action: 'look' },
  { to: '/settings/tokens', label: 'Agent tokens', action: 'contribute' },
  { to: '/settings/billing', label: 'Plan and usage', action: 'look' },
  { to: '/settings/activity', label: 'Activity', action: 'manage' },
]
