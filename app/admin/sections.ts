import { text } from '~/text/admin-sections'

/** The pages of administration. */
export const adminSections = [
  { to: '/admin', label: text.workspaces },
  { to: '/admin/people', label: text.people },
  { to: '/admin/activity', label: text.activity },
]
