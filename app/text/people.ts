import { pluralize } from '~/ui/format'
import { defineText } from './define-text'

/** The texts of the people page and its rows. Those of its dialogs are in `people-dialogs`. */
export const text = defineText({
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
    meaning: 'It may resolve comments and set verdicts, as this person may.',
  },
  invitations: {
    title: 'Pending invitations',
    none: 'No pending invitations. Invite someone to share a link they can join with.',
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
