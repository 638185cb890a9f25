import { pluralize } from './language/count'
import { defineText } from './language/define-text'

/** The texts of `components/admin` and of the pages of administration. */
export const text = defineText('admin', 'text', {
  title: 'Administration',
  workspaces: {
    title: 'Workspaces',
    about: 'Every workspace of this server, newest first.',
    search: 'Search workspaces or members',
    failed: "Couldn't load the workspaces.",
    failedMore: "Couldn't load more workspaces.",
    none: 'No workspaces found',
  },
  people: {
    title: 'People',
    about: 'Everyone with an account on this server, newest first.',
    search: 'Search people',
    failed: "Couldn't load the people.",
    failedMore: "Couldn't load more people.",
    none: 'No people found',
    add: 'Add person',
  },
  activity: {
    title: 'Activity',
    about: 'Actions of administrators, newest first. Owners see the part about their workspace too.',
    failed: "Couldn't load the activity.",
    failedMore: "Couldn't load more activity.",
    none: 'No activity yet',
    noneYet: 'Every action of an administrator is logged here.',
  },
  filter: {
    state: 'State',
    all: 'All',
    noneFound: 'Try another search, or show all.',
  },
  states: { active: 'Active', suspended: 'Suspended', deleting: 'To be deleted' },
  stateChip: { deletion: 'Deletion on {date}' },
  usage: {
    people: 'People',
    workspaces: 'Workspaces',
    reviews: 'Reviews',
    evidence: 'Evidence',
    stored: 'Stored',
    due: 'Deleted within 7 days',
    dueDetail: (files: number) => `${pluralize(files, 'file')} whose retention ends`,
    /** The storage that each kind of file uses, as formatted numbers of bytes. */
    detail: (images: string, videos: string, derivatives: string) =>
      `${images} images, ${videos} videos, ${derivatives} derivatives`,
    failed: "Couldn't load the usage of the server.",
  },
  workspaceRow: {
    showPeople: (name: string) => `People of ${name}`,
    owner: (name: string, email: string) => `${name}, ${email}`,
    unclaimed: 'Unclaimed',
    people: (count: number) => pluralize(count, 'person', 'people'),
    projects: (count: number) => pluralize(count, 'project'),
    reviews: (count: number) => pluralize(count, 'review'),
    evidence: (count: number) => `${pluralize(count, 'piece')} of evidence`,
    active: 'active {time}',
    /** The stored bytes and the storage quota, as formatted numbers of bytes. */
    stored: (used: string, quota: string) => `${used} of ${quota}`,
    retention: (days: number) => `kept for ${pluralize(days, 'day')}`,
  },
  inspection: {
    copyId: 'Copy workspace ID',
    failed: "Couldn't load the people.",
    none: 'No one is a member yet.',
    addPerson: 'Add person…',
    changeRoleOf: (name: string) => `Change the role of ${name}`,
  },
  /** The dialogs that add a person to a workspace, or change the role of a member. */
  membership: {
    addTitle: (workspace: string) => `Add a person to ${workspace}`,
    addAbout:
      'They have access at once, without an invitation. ' +
      'Owners see this in the activity of the workspace.',
    changeTitle: (person: string, workspace: string) => `Change the role of ${person} in ${workspace}`,
    changeAbout:
      'Invitations and agent tokens that the new role may not create are revoked. ' +
      'Owners see this in the activity of the workspace.',
    reasonHelp: 'Recorded in the administration activity. Owners see the change, and not the reason.',
    add: 'Add person',
    change: 'Change role',
  },
  /** The search for a person of the server. */
  personSearch: {
    label: 'Person',
    placeholder: 'Search by email or name',
    results: 'People',
    none: 'No active person found.',
    more: 'Type more to find others.',
    failed: "Couldn't search people.",
  },
  /** The dialog that creates an account. */
  newPerson: {
    title: 'Add a person to this server',
    about:
      'Creates an account without a password. If people sign in with passwords here, you get a link ' +
      'with which the person chooses one.',
    email: 'Email',
    confirm: 'Add person',
  },
  /** The dialog that creates a link to choose a password, and the dialog that shows the link. */
  passwordLink: {
    menu: 'Password link…',
    title: (name: string) => `Create a password link for ${name}?`,
    about:
      'With the link, they choose a new password, which signs them out everywhere. ' +
      'Earlier links stop working.',
    confirm: 'Create link',
    shownTitle: (name: string) => `Password link for ${name}`,
    label: 'Password link',
    shownOnce: 'It is shown only once.',
    use: (email: string) =>
      `Give it to ${email} only, privately. It works once, within an hour. It does not confirm the email.`,
  },
  /** The dialog that sets the storage quota and the retention of a workspace. */
  storage: {
    menu: 'Storage and retention',
    title: (name: string) => `Storage and retention of ${name}`,
    description: 'An empty field sets no limit. Owners see both under Settings.',
    quota: 'Storage quota (GiB)',
    quotaHelp: (used: string) => `${used} are stored. Uploads beyond the quota are refused.`,
    noQuota: 'No quota',
    retention: 'Retention (days)',
    retentionHelp:
      'Screenshots, videos and comment images are permanently deleted after this time. Those that are ' +
      'already older are deleted within the hour. Comments and verdicts stay.',
    noRetention: 'As the plan and RETENTION say',
    confirm: 'Save',
  },
  personRow: {
    admin: 'Administrator',
    notConfirmed: (email: string) => `${email} (not confirmed)`,
    workspaces: (count: number) => pluralize(count, 'workspace'),
    joined: 'joined {time}',
    signedIn: 'signed in {time}',
  },
  /** The texts of the list that shows the outcome for each workspace of a person if the person is deleted. */
  deletionOutcomes: { failed: "Couldn't load their workspaces." },
  eventRow: {
    server: 'The server',
    /** `name`: the name of the environment variable that contains the token of the script. */
    script: (name: string) => `A script with ${name}`,
    reason: (reason: string) => `Reason: ${reason}`,
  },
  events: {
    'workspace.suspended': '{actor} suspended the workspace {subject}',
    'workspace.unsuspended': '{actor} lifted the suspension of the workspace {subject}',
    'workspace.storage_changed': '{actor} changed the storage quota or the retention of {subject}',
    'workspace.deletion_scheduled': '{actor} scheduled the deletion of the workspace {subject}',
    'workspace.deletion_cancelled': '{actor} cancelled the deletion of the workspace {subject}',
    'workspace.deleted': '{actor} deleted the workspace {subject}',
    'person.created': '{actor} created the account of {subject}',
    'person.password_link_created': '{actor} created a password link for {subject}',
    'person.added': '{actor} added {subject} to {workspace} as {role}',
    'person.role_changed': '{actor} changed the role of {subject} in {workspace} to {role}',
    'person.suspended': '{actor} suspended {subject}',
    'person.unsuspended': '{actor} lifted the suspension of {subject}',
    'person.deletion_scheduled': '{actor} scheduled the deletion of {subject}',
    'person.deletion_cancelled': '{actor} cancelled the deletion of {subject}',
    'person.deleted': '{actor} deleted {subject}',
  },
  /**
   * The actions on a person or a workspace, as shown in the menu and in the dialog that asks for
   * confirmation.
   */
  actions: {
    reason: 'Reason',
    reasonHelp: {
      workspace: 'Recorded in the activity. Owners of the workspace see it too.',
      person: 'Recorded in the administration activity.',
    },
    suspend: {
      menu: 'Suspend',
      title: (name: string) => `Suspend ${name}?`,
      description: {
        workspace:
          'Its members, agents, share links and media links get an error instead of its content, ' +
          'from now on and until you lift the suspension. Nothing is deleted.',
        person:
          'Their sessions and the agent tokens they created get an error; other members keep access, ' +
          'from now on and until you lift the suspension. Nothing is deleted.',
      },
      confirm: { workspace: 'Suspend workspace', person: 'Suspend person' },
      unchanged: (name: string) => `${name} is not suspended.`,
    },
    unsuspend: {
      menu: 'Lift suspension',
      title: (name: string) => `Lift the suspension of ${name}?`,
      description: 'Everything works again as before.',
      confirm: 'Lift suspension',
      unchanged: (name: string) => `${name} is still suspended.`,
    },
    delete: {
      menu: 'Delete',
      title: (name: string) => `Delete ${name}?`,
      description: {
        workspace: (days: number) =>
          'Its members, agents, share links and media links get an error instead of its content. ' +
          `In ${days} days all of its reviews, evidence and comments are deleted for good. ` +
          'You can cancel the deletion until then.',
        person: (days: number) =>
          'Their sessions and the agent tokens they created get an error; other members keep access. ' +
          `In ${days} days their account is deleted for good. ` +
          'Their comments in workspaces of others stay. You can cancel the deletion until then.',
      },
      confirm: (days: number) => `Delete in ${days} days`,
      unchanged: (name: string) => `${name} will not be deleted.`,
    },
    cancelDeletion: {
      menu: 'Cancel deletion',
      title: (name: string) => `Cancel the deletion of ${name}?`,
      description: 'Nothing is deleted. An earlier suspension stays in effect.',
      confirm: 'Cancel deletion',
      unchanged: (name: string) => `${name} will still be deleted.`,
    },
  },
})
