import { defineText } from './define-text'

/** How the sentence about an event ends. */
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
  withOptions: (options: string[]) => `with ${new Intl.ListFormat('en').format(options)}`,
  toRole: (role: string) => `to ${role}`,
  asRole: (role: string) => `as ${role.toLowerCase()}`,
})
