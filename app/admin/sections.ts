import { adminSections as text } from '~/text/shell'

/** Returns the links to the administration pages. */
export const adminSections = () => [
  { to: '/admin', label: text.workspaces },
  { to: '/admin/people', label: text.people },
  { to: '/admin/activity', label: text.activity },
]
