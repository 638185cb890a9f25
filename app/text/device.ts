import { defineText } from './define-text'

/** The texts of `components/device` and its page. */
export const text = defineText({
  title: 'Connect a device',
  form: {
    hint: 'Enter the code shown in your terminal.',
    code: 'Code',
    example: 'ABCD-EFGH',
    incomplete: (characters: number) => `Enter all ${characters} letters and digits.`,
    unknown: "This code isn't valid. Check the code in your terminal.",
    expired: 'This code has expired. Start again in your terminal to get a new one.',
  },
  request: {
    hint:
      'The Exhibit command line wants to create an agent token for you. ' +
      'You can revoke it at any time under Settings → Agent tokens.',
    code: 'Code in your terminal',
    /** Followed by the name of the program. */
    client: 'Requested by',
    warning: 'Approve only if you started this yourself and the codes match.',
    unchanged: "Your response wasn't sent.",
    deny: 'Deny',
    approve: 'Approve',
    failed: "Couldn't check the code.",
  },
  /** The pages that follow a request, by its state. */
  results: {
    approved: {
      title: 'Device connected',
      text: 'Return to your terminal to continue. You can close this page.',
    },
    denied: { title: 'Request denied', text: 'The device was not connected. You can close this page.' },
    claimed: {
      title: 'This code is in use by another account',
      text: 'It was opened from a different account. Start again in your terminal to get a new code.',
    },
  },
})
