import { pluralize } from './language/count'
import { defineText } from './language/define-text'

/** The texts of the people page and its rows. */
export const text = defineText('people', 'text', {
  page: {
    title: 'People',
    about: 'Who has access to this workspace, and their roles.',
    invite: 'Invite',
    failed: "Couldn't load the people.",
    search: 'Search people',
  },
  member: {
    you: '(you)',
    joined: 'joined {time}',
    changeRole: 'Change role',
    leave: 'Leave workspace',
    remove: 'Remove from workspace',
  },
  scripted: {
    signedIn: 'Signed in by a script {time}',
    sessions: (count: number) => pluralize(count, 'session'),
    meaning: 'It can resolve comments and set verdicts like this person.',
  },
  invitations: {
    title: 'Pending invitations',
    none: 'No pending invitations. Invite someone to share a link they can join with.',
    /** A command follows this text. */
    example: 'If you allow it below, an agent can invite a reviewer, too:',
    exampleCommand: 'command that invites a reviewer',
  },
  invitation: {
    name: (role: string) => `${role} invitation`,
    nameFor: (role: string, email: string) => `${role} invitation for ${email}`,
    created: 'Created {time} by {person}',
    createdByAgent: 'Created {time} by the agent {person}',
    expires: 'expires {date}',
    revoke: 'Revoke',
    revokeLabel: (role: string, created: string) =>
      `Revoke the ${role.toLowerCase()} invitation created ${created}`,
    question: (role: string) => `Revoke this ${role.toLowerCase()} invitation?`,
    consequence: 'Its link stops working immediately. You can create a new one at any time.',
    confirm: 'Revoke invitation',
    notRevoked: 'The link is still active.',
  },
  agentInvitations: {
    label: 'Agents may invite reviewers',
    about: 'By email, with a token for the whole workspace. Turning this off revokes their open invitations.',
    unchanged: 'Nothing was changed.',
  },
})

/** The texts of the dialogs of the people page. Some of them are also used by dialogs of other pages. */
export const dialogs = defineText('people', 'dialogs', {
  role: 'Role',
  changeRole: {
    title: (person: string) => `Change role for ${person}`,
    ownTitle: 'Change your role',
    about: 'The new role takes effect immediately.',
    ownAbout: 'Only another owner can change it back.',
    confirm: 'Change role',
  },
  tokens: {
    own: 'Agent tokens you created',
    createdBy: (person: string) => `Agent tokens created by ${person}`,
    failed: "Couldn't load the agent tokens. All of them will be revoked.",
    selectable: 'Selected tokens stay active. The others are revoked immediately.',
    notSelectable:
      'They are revoked immediately. To keep any of them active, ask an owner to remove you instead.',
    lastUsed: 'last used {time}',
    neverUsed: 'never used',
  },
  leave: {
    title: (workspace: string) => `Leave ${workspace}?`,
    consequence:
      'You lose access immediately, and your pending invitations are revoked. An owner can invite you again.',
    confirm: 'Leave workspace',
    notLeft: 'You are still in the workspace.',
  },
  remove: {
    title: (person: string) => `Remove ${person}?`,
    consequence: (person: string, workspace: string) =>
      `${person} loses access to ${workspace} immediately, and their pending invitations are revoked. ` +
      'Their comments and verdicts stay.',
    confirm: 'Remove person',
    notRemoved: (person: string) => `${person} is still in the workspace.`,
  },
  /** The texts about the outcome for each workspace of a person if the person is deleted. */
  deletionOutcomes: {
    deleted: 'Deleted too, because it has no other member',
    left: 'Left',
    needsOwner: 'Needs another owner first',
  },
  invite: {
    title: (workspace: string) => `Invite someone to ${workspace}`,
    about: 'Create a link that one person can use once.',
    confirm: 'Create link',
    email: 'Email (optional)',
    emailHelp: 'If this server can send email, we send the link there too.',
    expires: 'Expires',
    inDays: (days: number) => (days === 1 ? 'In 1 day' : `In ${days} days`),
  },
  link: {
    title: 'Copy the invitation link',
    /** The name of the link in the label of its copy button. */
    label: 'invitation link',
    use: (role: string, expires: string) =>
      `One person can use it to join as a ${role.toLowerCase()}. It expires on ${expires}.`,
    emailed: (email: string) => `We also emailed it to ${email}.`,
    notEmailed: "The email couldn't be sent. Share the link yourself.",
    share: 'Share the link yourself.',
  },
})
