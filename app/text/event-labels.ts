import { defineText } from './define-text'

/** How the sentence about an event ends, and what its row has below. */
export const text = defineText({
  reason: (reason: string) => `for this reason: ${reason}`,
  /** Why the server disabled a webhook. */
  disabled: {
    gone: 'because its receiver is gone',
    failures: 'because it failed for five days',
  },
  /** What a share link has and allows. */
  shareOptions: {
    hasPassword: 'a password',
    allowComments: 'comments',
    allowDownload: 'downloads',
  },
  /** The format of an exported file. */
  exported: { html: 'as HTML', csv: 'as CSV' },
  /** What was done with an invitation, before the address it is for, or the name of who had invited. */
  invitations: {
    'invitation.created': 'created an invitation for',
    'invitation.accepted': 'accepted an invitation from',
  },
  /** `number`: null for a comment on the whole review, which `title`, of the evidence, is null for, too. */
  comment: (number: number | null, title: string | null) =>
    [number === null ? 'Comment' : `Comment ${number}`, title].filter(Boolean).join(' · '),
  reply: 'replied to a comment on',
  downloads: (count: number) => `downloaded ${count} original files from`,
  withOptions: (options: string[]) => `with ${new Intl.ListFormat('en').format(options)}`,
  toRole: (role: string) => `to ${role}`,
  asRole: (role: string) => `as ${role.toLowerCase()}`,
})
