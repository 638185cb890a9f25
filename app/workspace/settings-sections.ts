import type { Action } from '#shared/permissions'
import { settingsSections as text } from '~/text/shell'

interface SettingsSection {
  to: string
  label: string
  /** Whether the page is about the workspace, or about the signed-in person in all workspaces. */
  group: 'workspace' | 'you'
  /** The permission that the page requires. */
  action: Action
}

/** Returns the settings pages. */
export const settingsSections = (): SettingsSection[] => [
  { to: '/settings/general', label: text.general, group: 'workspace', action: 'useDashboard' },
  { to: '/settings/people', label: text.people, group: 'workspace', action: 'useDashboard' },
  { to: '/settings/tokens', label: text.tokens, group: 'workspace', action: 'manageTokens' },
  { to: '/settings/webhooks', label: text.webhooks, group: 'workspace', action: 'manageWebhooks' },
  { to: '/settings/pull-requests', label: text.pullRequests, group: 'workspace', action: 'manageForges' },
  { to: '/settings/billing', label: text.usage, group: 'workspace', action: 'useDashboard' },
  { to: '/settings/activity', label: text.activity, group: 'workspace', action: 'manageWorkspace' },
  { to: '/settings/notifications', label: text.notifications, group: 'you', action: 'useDashboard' },
  { to: '/settings/account', label: text.account, group: 'you', action: 'useAccount' },
]

/** Returns the settings pages that a person may open, grouped by what they are about. */
export const settingsGroups = (can: (action: Action) => boolean) =>
  (['workspace', 'you'] as const)
    .map(group => ({
      label: text.groups[group],
      sections: settingsSections().filter(each => each.group === group && can(each.action)),
    }))
    .filter(each => each.sections.length > 0)
