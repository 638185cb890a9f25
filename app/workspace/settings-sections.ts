import type { Action } from '#shared/permissions'

/** The settings pages, each with the permission it requires. */
export const settingsSections: { to: string; label: string; action: Action }[] = [
  { to: '/settings/general', label: 'General', action: 'useDashboard' },
  { to: '/settings/people', label: 'People', action: 'useDashboard' },
  { to: '/settings/tokens', label: 'Agent tokens', action: 'manageTokens' },
  { to: '/settings/webhooks', label: 'Webhooks', action: 'manageWebhooks' },
  { to: '/settings/pull-requests', label: 'Pull requests', action: 'manageForges' },
  { to: '/settings/billing', label: 'Plan and usage', action: 'useDashboard' },
  { to: '/settings/activity', label: 'Activity', action: 'manageWorkspace' },
  { to: '/settings/account', label: 'Your account', action: 'useDashboard' },
]
