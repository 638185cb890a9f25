import { defineText } from './define-text'

/** The name of each role, and what it allows. */
export const text = defineText({
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
})
