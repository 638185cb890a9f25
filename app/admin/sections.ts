/** The pages of administration. */
export const adminSections = [
  { to: '/admin', label: 'Workspaces' },
  { to: '/admin/people', label: 'People' },
  { to: '/admin/activity', label: 'Activity' },
]
