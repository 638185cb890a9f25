import type { Action } from '#shared/permissions'
import { settingsSections as text } from '~/text/shell'

/** Returns the settings pages, each with the permission it requires. */
export const settingsSections = (): { to: string; label: string; action: Action }[] => [
  { to: '/settings/general', label: text.general, action: 'useDashboard' },
  { to: '/settings/people', label: text.people, action: 'useDashboard' },
  { to: '/settings/tokens', label: text.tokens, action: 'manageTokens' },
  { to: '/settings/webhooks', label: text.webhooks, action: 'manageWebhooks' },
  { to: '/settings/pull-requests', label: text.pullRequests, action: 'manageForges' },
  { to: '/settings/billing', label: text.usage, action: 'useDashboard' },
  { to: '/settings/activity', label: text.activity, action: 'manageWorkspace' },
  { to: '/settings/notifications', label: text.notifications, action: 'useDashboard' },
  { to: '/settings/account', label: text.account, action: 'useAccount' },
]
