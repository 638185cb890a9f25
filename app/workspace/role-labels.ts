import type { Role } from '#shared/contract/roles'

/** What a role is called, and what it may do. */
export const roleWords: Record<Role, { label: string; may: string }> = {
  owner: {
    label: 'Owner',
    may: 'Everything: people, plan, the activity record and the workspace’s name included.',
  },
  member: {
    label: 'Member',
    may: 'Looks, notes, resolves and decides; adds, changes and deletes projects, reviews, evidence and agent tokens.',
  },
  reviewer: { label: 'Reviewer', may: 'Looks, notes, resolves and decides. Adds and deletes nothing.' },
}
