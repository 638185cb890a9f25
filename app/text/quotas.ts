import { defineText } from './define-text'

const labels = {
  projectsPerWorkspace: 'Projects',
  reviewsPerMonth: 'Reviews this month',
  evidenceUnitsPerMonth: 'Evidence units this month',
  agentKeys: 'Agent tokens',
  members: 'Owners and members',
  reviewers: 'Reviewers',
  workspaces: 'Workspaces you own',
  fileBytes: 'Maximum file size',
  videoMs: 'Maximum video length',
}

/** What the limits of plans are called. */
export const text = defineText({
  /** Beside what is used. */
  used: labels,
  /** Beside what plans allow. */
  allowed: {
    ...labels,
    reviewsPerMonth: 'Reviews per month',
    evidenceUnitsPerMonth: 'Evidence units per month',
  },
  mebibytes: (value: number) => `${value} MiB`,
  minutes: (value: number) => `${value} min`,
})
