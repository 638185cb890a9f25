import { defineText } from './define-text'

/** The texts of the dialogs that create and revoke agent tokens. */
export const text = defineText({
  new: {
    title: 'New agent token',
    about: 'Lets an agent access this workspace or one of its projects.',
    confirm: 'Create token',
    nameHelp: "Shown next to the agent's comments.",
    nameExample: 'ci-agent',
    onlyProject: (project: string) => `Only ${project}`,
    expires: 'Expires',
    never: 'Never',
    inDays: (days: number) => `In ${days} days`,
    inOneYear: 'In 1 year',
    noPermission: 'Choose at least one permission.',
  },
  permissions: {
    legend: 'Permissions',
    /** What each capability of a token allows. */
    descriptions: {
      'artifact:write': 'Create reviews and upload evidence',
      'artifact:read': 'Download original files',
      'feedback:read': 'Read comments',
      'thread:reply': 'Comment, reply and mark comments as addressed',
      'project:create': 'Create projects. Not available for a token limited to one project',
    },
    people:
      'Only people resolve comments and set verdicts. An agent that signs in with an account counts as one.',
  },
  secret: {
    title: 'Copy your token',
    /** The token and the command in the names of the buttons that copy them. */
    label: 'token',
    exportCommand: 'export command',
    orExport: 'Or set it in the shell your agent runs in:',
  },
  revocation: {
    title: (token: string) => `Revoke “${token}”?`,
    consequence:
      "Agents using it lose access immediately. Evidence they uploaded stays. This can't be undone.",
    confirm: 'Revoke token',
    notRevoked: 'The token is still active.',
  },
})
