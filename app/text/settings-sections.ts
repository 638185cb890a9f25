import { defineText } from './define-text'

/** The labels of the settings pages, wherever there is a link to them. */
export const text = defineText({
  general: 'General',
  people: 'People',
  tokens: 'Agent tokens',
  webhooks: 'Webhooks',
  pullRequests: 'Pull requests',
  usage: 'Usage',
  activity: 'Activity',
  notifications: 'Notifications',
  account: 'Your account',
})
