import { pluralize } from './language/count'
import { defineText } from './language/define-text'

/** The texts about the plan, the usage and the retention of a workspace. */
export const text = defineText('billing', 'text', {
  page: {
    title: 'Usage',
    about: 'How much is stored, and how long evidence is available.',
    aboutPlan: 'Your plan, its limits, your usage and how long evidence is available.',
    failed: "Couldn't load plan and usage.",
    plan: 'Plan',
    storage: 'Storage',
    stored: 'Stored',
    storageQuotaAbout:
      'An administrator of this server set this quota. Uploads beyond it are refused; nothing is deleted.',
    usage: 'Usage',
    retention: 'Retention',
    plans: 'All plans',
  },
  checkout: {
    done: 'Thank you. Your new plan is active.',
    pending:
      'Thank you. Your plan changes as soon as the payment is confirmed. This page updates automatically.',
  },
  price: (dollars: number) => `$${dollars} per month`,
  plan: {
    manage: 'Manage plan',
    upgrade: (plan: string) => `Upgrade to ${plan}`,
    off: 'Billing is off on this server. The server administrator sets the plan and its limits.',
    ownersOnly: 'Only workspace owners can change the plan.',
    unchanged: "The plan wasn't changed.",
  },
  comparison: {
    failed: "Couldn't load the plans.",
    current: 'Current plan',
    free: 'Free',
    retention: 'Days visible + recoverable',
  },
  retention: {
    off: 'Screenshots and videos never expire. Retention is off on this server.',
    days: (count: number) => pluralize(count, 'day'),
    visible:
      'Screenshots and videos are available for {days} after upload. ' +
      'Then they are replaced by a placeholder.',
    ofWorkspace:
      'Screenshots, videos and comment images are permanently deleted {days} after upload. ' +
      'An administrator of this server set this for the workspace.',
    deleted:
      'After another {days} the files are permanently deleted. ' +
      'To keep them forever, set {setting} on the server.',
    recoverable:
      'For another {days} they can be restored by moving to a plan with longer retention. ' +
      'After that, the files are permanently deleted.',
    rest: 'Reviews, comments and verdicts never expire.',
  },
  usage: {
    unlimited: 'Unlimited',
    ofUnlimited: '{used} · unlimited',
    ofLimit: '{used} of {limit}',
    ofReachedLimit: '{used} of {limit} {reached}',
    reached: '· limit reached',
    about:
      'A screenshot counts as one evidence unit, a video as one per 15 seconds started. ' +
      "Each revision counts again. At a limit you can't add more, but existing items aren't affected. " +
      'Monthly counts reset on the first of the month (UTC).',
  },
})

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

/** The names of the limits of plans. */
export const quotas = defineText('billing', 'quotas', {
  /** The labels of amounts that are used. */
  used: labels,
  /** The labels of amounts that a plan allows. */
  allowed: {
    ...labels,
    reviewsPerMonth: 'Reviews per month',
    evidenceUnitsPerMonth: 'Evidence units per month',
  },
  mebibytes: (value: number) => `${value} MiB`,
  minutes: (value: number) => `${value} min`,
})
