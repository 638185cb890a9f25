import type { Role } from '#shared/contract/roles'

/** The name of each role, and what it allows. */
export const roleLabels: Record<Role, { label: string; description: string }> = {
  owner: {
    label: 'Owner',
    description: 'Can do everything, including managing people, the plan and the workspace.',
  },
  member: {
    label: 'Member',
    description:
      'Can view, comment, resolve and approve, and manage projects, reviews, evidence and agent tokens.',
  },
  reviewer: {
    label: 'Reviewer',
    description: 'Can view, comment, resolve and approve. Cannot upload or delete evidence.',
  },
}
