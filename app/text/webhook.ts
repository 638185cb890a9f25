import { defineText } from './define-text'

/**
 * The texts of the page of webhooks. Those of its dialogs are in `webhook-dialogs`, those of the log of a
 * webhook in `webhook-deliveries`.
 */
export const text = defineText({
  page: {
    title: 'Webhooks',
    about: 'Tell your programs or a chat what happens in this workspace. Only owners can see them.',
    new: 'New webhook',
    failed: "Couldn't load the webhooks.",
    none: 'No webhooks yet',
    noneHint: 'Create one to start an agent on new comments, or to post verdicts to Slack or Discord.',
  },
  row: {
    created: 'Created {time}',
    createdBy: 'Created {time} by {person}',
    failingSince: 'failing since {time}',
    oldSecret: 'the old secret still signs too',
    deliveries: 'Deliveries',
    deliveriesTo: (url: string) => `Deliveries to ${url}`,
    rotateSecret: 'Rotate secret',
    enable: 'Enable',
    disable: 'Disable',
    enabled: 'Webhook enabled',
    disabled: 'Webhook disabled',
    unchanged: "The webhook wasn't changed.",
  },
  deletion: {
    title: 'Delete this webhook?',
    consequence: (url: string) =>
      `Nothing more is sent to ${url}, and its log is deleted. This can't be undone.`,
    confirm: 'Delete webhook',
    notDeleted: 'The webhook still exists.',
  },
  /** What a format is called, and which address it needs. */
  formats: {
    standard: { label: 'Standard Webhooks (JSON)', help: 'Signed JSON for a program of yours.' },
    slack: { label: 'Slack', help: 'The address of an incoming webhook of Slack, or of Mattermost.' },
    discord: { label: 'Discord', help: 'The webhook address of a Discord channel.' },
  },
  /** Why a webhook is disabled. */
  disabled: {
    person: 'Disabled',
    gone: 'Disabled: the receiver is gone',
    failures: 'Disabled after five days of failures',
  },
  failing: 'Failing',
  /** What the message of a test is about. */
  test: 'Test',
  /** The result of the last attempt to send a message. */
  result: {
    notSent: 'Not sent yet',
    noResponse: 'No response',
    status: (status: number, milliseconds: number) => `Status ${status} in ${milliseconds} ms`,
  },
})
