import { defineText } from './language/define-text'

/** The texts of `components/share`, and of other parts that show share links. */
export const text = defineText('share', 'text', {
  dialog: {
    title: 'Share this review',
    description: 'Anyone with the link can view this review without an account.',
    active: 'Active links',
    inactive: 'Inactive links',
    failed: "Couldn't load the links.",
    none: 'So far, only people in this workspace can see it.',
    /** A command follows this text. */
    byAgent: 'How an agent shares it',
    byAgentCommand: 'command that creates a link',
  },
  form: {
    name: 'Name (optional)',
    nameExample: 'Design team',
    expires: 'Expires',
    never: 'Never',
    /** The choice that does not change the time at which a link expires. */
    unchanged: 'As before',
    inDays: (days: number) => (days === 1 ? 'In 1 day' : `In ${days} days`),
    create: 'Create link and copy',
    options: 'Link options',
    another: 'Create another link',
    notCreated: 'No link was created.',
    notChanged: 'The link was not changed.',
  },
  options: {
    legend: 'Options',
    comments: 'Visitors can comment as guests',
    downloads: 'Visitors can download originals',
    password: 'Visitors need a password',
    unchangedPassword: 'Unchanged',
    passwordMissing: 'Enter a password.',
    passwordTooShort: (characters: number) => `Enter at least ${characters} characters.`,
    passwordLength: (characters: number) => `At least ${characters} characters`,
  },
  /** The short names of the options of a share link. */
  summary: { comments: 'Comments', downloads: 'Downloads' },
  row: {
    unnamed: 'Link without a name',
    /** The name of a share link, for use in a sentence. */
    named: (name: string) => `the link “${name}”`,
    /** `link`: the result of `named`, or of `createdBy` for a link without a name. */
    ofTime: (link: string, time: string) => `${link}, ${time}`,
    createdBy: (person: string) => `the link created by ${person}`,
    revoked: (time: string) => `Revoked ${time}`,
    expired: (time: string) => `Expired ${time}`,
    expires: (time: string) => `Expires ${time}`,
    neverExpires: 'Never expires',
    /** `{time}`: the time since the link was created. */
    author: 'Created by {person} · {time}',
    edit: (link: string, created: string) => `Edit ${link}, ${created}`,
    revoke: 'Revoke',
    revokeLink: (link: string, created: string) => `Revoke ${link}, ${created}`,
    notCopied: 'The link was not copied.',
    notShared: 'The link was not shared.',
    notCopyable: "It can't be copied again. Create a new link to share.",
    address: (link: string) => `Address of ${link}`,
    /** The label of the button for a link whose URL is not shown. */
    copy: 'Copy link',
    copyLink: (link: string) => `Copy ${link}`,
    share: 'Share',
    shareLink: (link: string) => `Share ${link}`,
  },
  revocation: {
    label: 'Revoke this link?',
    question: (link: string) =>
      `Revoke ${link}? Anyone using it loses access immediately. This can't be undone.`,
    failed: 'The link is still active.',
    confirm: 'Revoke link',
  },
  password: {
    title: 'This review has a password',
    hint: 'Ask the person who shared the link for it.',
    submit: 'View review',
    checking: 'Checking…',
  },
  downloadOriginals: 'Download originals',
})
