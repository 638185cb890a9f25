import type { AuditEvent } from './contract/event'
import type { EventKind, eventGroups } from './events'

/**
 * The names of each kind of event. `label` is used alone, for example in a filter. `phrase` is used in a
 * sentence, after the name of the actor and before the name of the review: "Ann requested changes on Checkout
 * totals".
 */
export const eventLabels: Record<EventKind, { label: string; phrase: string }> = {
  'review.created': { label: 'Review created', phrase: 'created the review' },
  'review.open': { label: 'Verdict reset', phrase: 'reset the verdict of' },
  'review.changes_requested': { label: 'Changes requested', phrase: 'requested changes on' },
  'review.verified': { label: 'Verified', phrase: 'verified' },
  'review.verdict_given': { label: 'Verdict given', phrase: 'gave a verdict on' },
  'review.verdict_withdrawn': { label: 'Verdict withdrawn', phrase: 'withdrew a verdict on' },
  'review.reviewers_requested': { label: 'Reviewers requested', phrase: 'changed who is asked to review' },
  'review.exported': { label: 'Review exported', phrase: 'exported the review' },
  'review.deleted': { label: 'Review deleted', phrase: 'deleted the review' },
  'artifact.declared': { label: 'Upload started', phrase: 'started an upload to' },
  'artifact.revision_declared': { label: 'Revision started', phrase: 'started a new revision in' },
  'artifact.completed': { label: 'Evidence added', phrase: 'added evidence to' },
  'artifact.rejected': { label: 'File rejected', phrase: 'uploaded a file that was rejected in' },
  'artifact.cancelled': { label: 'Upload cancelled', phrase: 'cancelled an upload to' },
  'artifact.downloaded': { label: 'Original downloaded', phrase: 'downloaded an original file from' },
  'artifact.approved': { label: 'Evidence approved', phrase: 'approved evidence in' },
  'artifact.approval_withdrawn': { label: 'Approval withdrawn', phrase: 'withdrew an approval in' },
  'artifact.comparison_changed': {
    label: 'Comparison settings changed',
    phrase: 'changed what counts as a change in',
  },
  'artifact.deleted': { label: 'Evidence deleted', phrase: 'deleted evidence from' },
  'upload.received': { label: 'File received', phrase: 'uploaded a file to' },
  'thread.created': { label: 'Thread started', phrase: 'commented on' },
  'thread.updated': { label: 'Comment moved or labeled', phrase: 'moved a comment on' },
  'thread.open': { label: 'Comment reopened', phrase: 'reopened a comment on' },
  'thread.addressed': { label: 'Comment addressed', phrase: 'marked a comment as addressed on' },
  'thread.resolved': { label: 'Comment resolved', phrase: 'resolved a comment on' },
  'thread.deleted': { label: 'Comment deleted', phrase: 'deleted a comment from' },
  'comment.created': { label: 'Comment added', phrase: 'added a comment to' },
  'comment.updated': { label: 'Comment edited', phrase: 'edited a comment on' },
  'comment.deleted': { label: 'Reply deleted', phrase: 'deleted a reply from' },
  'token.created': { label: 'Token created', phrase: 'created the agent token' },
  'token.used': { label: 'Token used', phrase: 'made its first request of the day' },
  'token.revoked': { label: 'Token revoked', phrase: 'revoked the agent token' },
  'share_link.created': { label: 'Share link created', phrase: 'created a share link for' },
  'share_link.updated': { label: 'Share link changed', phrase: 'changed a share link for' },
  'share_link.revealed': { label: 'Share link copied', phrase: 'copied a share link of' },
  'share_link.revoked': { label: 'Share link revoked', phrase: 'revoked a share link for' },
  'capability.revoked': { label: 'Media links revoked', phrase: 'revoked the media links of a revision in' },
  'project.created': { label: 'Project created', phrase: 'created the project' },
  'project.updated': { label: 'Project changed', phrase: 'changed the project' },
  'project.deleted': { label: 'Project deleted', phrase: 'deleted the project' },
  'workspace.created': { label: 'Workspace created', phrase: 'created the workspace' },
  'workspace.claimed': { label: 'Workspace claimed', phrase: 'claimed the workspace' },
  'workspace.renamed': { label: 'Workspace renamed', phrase: 'renamed the workspace' },
  'workspace.plan_changed': { label: 'Plan changed', phrase: 'changed the plan of the workspace' },
  'workspace.transferred': { label: 'Workspace transferred', phrase: 'transferred the workspace to' },
  'workspace.suspended': { label: 'Workspace suspended', phrase: 'suspended the workspace' },
  'workspace.unsuspended': { label: 'Suspension lifted', phrase: 'lifted the suspension of the workspace' },
  'workspace.storage_changed': {
    label: 'Storage changed',
    phrase: 'changed the storage quota or the retention of the workspace',
  },
  'workspace.deletion_scheduled': {
    label: 'Deletion scheduled',
    phrase: 'scheduled the deletion of the workspace',
  },
  'workspace.deletion_cancelled': {
    label: 'Deletion cancelled',
    phrase: 'cancelled the deletion of the workspace',
  },
  'workspace.agent_invitations_on': {
    label: 'Agents may invite',
    phrase: 'let agents invite reviewers to the workspace',
  },
  'workspace.agent_invitations_off': {
    label: 'Agents may not invite',
    phrase: 'stopped agents from inviting reviewers to the workspace',
  },
  'member.added': { label: 'Person added', phrase: 'added' },
  'member.role_changed': { label: 'Role changed', phrase: 'changed the role of' },
  'member.removed': { label: 'Person removed', phrase: 'removed' },
  'member.left': { label: 'Person left', phrase: 'left the workspace' },
  'invitation.created': { label: 'Invitation created', phrase: 'created an invitation' },
  'invitation.accepted': { label: 'Invitation accepted', phrase: 'accepted an invitation' },
  'invitation.revoked': { label: 'Invitation revoked', phrase: 'revoked an invitation' },
  'access.requested': { label: 'Access requested', phrase: 'asked for access to' },
  'access.accepted': { label: 'Access request accepted', phrase: 'accepted the access request of' },
  'access.declined': { label: 'Access request declined', phrase: 'declined the access request of' },
  'webhook.created': { label: 'Webhook created', phrase: 'created the webhook' },
  'webhook.updated': { label: 'Webhook changed', phrase: 'changed the webhook' },
  'webhook.secret_rotated': { label: 'Webhook secret rotated', phrase: 'rotated the secret of the webhook' },
  'webhook.enabled': { label: 'Webhook enabled', phrase: 'enabled the webhook' },
  'webhook.disabled': { label: 'Webhook disabled', phrase: 'disabled the webhook' },
  'webhook.deleted': { label: 'Webhook deleted', phrase: 'deleted the webhook' },
  'forge.connected': { label: 'Repository connected', phrase: 'connected a repository to the project' },
  'forge.updated': { label: 'Repository changed', phrase: 'changed the repository of the project' },
  'forge.secret_created': {
    label: 'Secret of a repository created',
    phrase: 'created a secret for the webhook of the repository of the project',
  },
  'forge.disconnected': {
    label: 'Repository disconnected',
    phrase: 'disconnected the repository of the project',
  },
}

/** The label of each group of event kinds. */
export const eventGroupLabels: Record<(typeof eventGroups)[number], string> = {
  review: 'Reviews and verdicts',
  artifact: 'Evidence',
  upload: 'Uploads',
  thread: 'Comment threads',
  comment: 'Comments',
  token: 'Agent tokens',
  share_link: 'Share links',
  capability: 'Media links',
  project: 'Projects',
  workspace: 'Workspace',
  member: 'People',
  invitation: 'Invitations',
  access: 'Access requests',
  webhook: 'Webhooks',
  forge: 'Pull requests',
}

/** Returns the name to display for the actor of an event. */
export function actorName({ type, name }: AuditEvent['actor']): string {
  if (type === 'system') return name === null ? 'The server' : `The server (${name})`
  if (type === 'anonymous') return 'Upload link'
  if (type === 'guest') return name === null ? 'A share link' : `${name} (guest)`
  return name ?? (type === 'agent' ? 'An agent' : 'Someone')
}
