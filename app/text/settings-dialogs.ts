import { pluralize } from '~/ui/format'
import { defineText } from './define-text'

/** The texts of the dialogs that delete an account, and delete and transfer a workspace. */
export const text = defineText({
  typeToConfirm: (typed: string) => `Type ${typed} to confirm`,
  typeNameToConfirm: (name: string) => `Type “${name}” to confirm`,
  deleteAccount: {
    title: 'Delete your account?',
    recovery: (days: number) => `The operator of this server can bring it back within ${days} days.`,
    confirm: 'Delete account',
    notDeleted: "Your account wasn't deleted.",
    workspacesFailed: "Couldn't load your workspaces.",
    consequence:
      'You are signed out everywhere. What you wrote in workspaces of others stays, under your name.',
  },
  lastOwner: {
    about: 'You are the only owner of workspaces with other members. Transfer or delete them first.',
    open: 'Open settings',
    openLabel: (workspace: string) => `Open the settings of ${workspace}`,
  },
  deleteWorkspace: {
    title: (name: string) => `Delete “${name}”?`,
    recovery: (days: number) => `The operator of this server can bring it back for ${days} days.`,
    confirm: 'Delete workspace',
    notDeleted: "The workspace wasn't deleted.",
    deleted: (name: string) => `“${name}” deleted`,
    deletedIn: (days: number) => `Deleted for good in ${days} days`,
    unknownContents: 'All projects, reviews, evidence and comments',
    contents: (projects: number, reviews: number, evidence: number, size: string) =>
      `${pluralize(projects, 'project')}, ${pluralize(reviews, 'review')} with comments, ` +
      `${pluralize(evidence, 'screenshot or video', 'screenshots and videos')} (${size})`,
    stopsNow: 'Stops now',
    /** What stops, where `others` is the number of other members. */
    stopped: (others: number) =>
      (others > 0 ? `Access for you and ${pluralize(others, 'other person', 'other people')}` : 'Access') +
      ', agent tokens, share links, media links, webhooks and pull request updates',
  },
  transfer: {
    title: (name: string) => `Transfer “${name}”?`,
    about: 'You become a member. Only an owner can undo this.',
    confirm: 'Transfer ownership',
    notTransferred: 'You still own the workspace.',
    transferred: (person: string, workspace: string) => `${person} owns ${workspace} now`,
    peopleFailed: "Couldn't load the people.",
    alone: 'Nobody else is in this workspace. Invite the new owner first.',
    newOwner: 'New owner',
    choose: 'Choose a member',
  },
})
