import type { AuditEvent } from '#shared/contract/event'
import { roles } from '#shared/contract/roles'
import type { EventKind, eventGroups } from '#shared/events'
import { roleLabels } from '~/workspace/role-labels'

/**
 * What an event is called. `label` stands alone, as in a filter; `phrase` follows the name of the actor and
 * precedes the name of the subject: "Ann requested changes on Checkout totals".
 */
export const eventLabels: Record<EventKind, { label: string; phrase: string }> = {
  'review.created': { label: 'Review created', phrase: 'created the review' },
  'review.open': { label: 'Verdict reset', phrase: 'reset the verdict of' },
  'review.changes_requested': { label: 'Changes requested', phrase: 'requested changes on' },
  'review.verified': { label: 'Verified', phrase: 'verified' },
  'review.deleted': { label: 'Review deleted', phrase: 'deleted the review' },
  'artifact.declared': { label: 'Upload started', phrase: 'started an upload to' },
  'artifact.revision_declared': { label: 'Revision started', phrase: 'started a new revision in' },
  'artifact.completed': { label: 'Evidence added', phrase: 'added evidence to' },
  'artifact.rejected': { label: 'File rejected', phrase: 'uploaded a file that was rejected in' },
  'artifact.downloaded': { label: 'Original downloaded', phrase: 'downloaded an original file from' },
  'artifact.deleted': { label: 'Evidence deleted', phrase: 'deleted evidence from' },
  'upload.received': { label: 'File received', phrase: 'uploaded a file to' },
  'thread.created': { label: 'Thread started', phrase: 'started a comment thread on' },
  'thread.updated': { label: 'Comment edited', phrase: 'edited a comment on' },
  'thread.open': { label: 'Comment reopened', phrase: 'reopened a comment on' },
  'thread.addressed': { label: 'Comment addressed', phrase: 'marked a comment as addressed on' },
  'thread.resolved': { label: 'Comment resolved', phrase: 'resolved a comment on' },
  'thread.deleted': { label: 'Comment deleted', phrase: 'deleted a comment from' },
  'comment.created': { label: 'Comment added', phrase: 'commented on' },
  'token.created': { label: 'Token created', phrase: 'created the agent token' },
  'token.used': { label: 'Token used', phrase: 'made its first request of the day' },
  'token.revoked': { label: 'Token revoked', phrase: 'revoked the agent token' },
  'share_link.created': { label: 'Share link created', phrase: 'created a share link for' },
  'share_link.revoked': { label: 'Share link revoked', phrase: 'revoked a share link for' },
  'capability.revoked': { label: 'Media links revoked', phrase: 'revoked the media links of a revision in' },
  'project.created': { label: 'Project created', phrase: 'created the project' },
  'project.updated': { label: 'Project renamed', phrase: 'renamed the project' },
  'project.deleted': { label: 'Project deleted', phrase: 'deleted the project' },
  'workspace.created': { label: 'Workspace created', phrase: 'created the workspace' },
  'workspace.suspended': { label: 'Workspace suspended', phrase: 'suspended the workspace' },
  'workspace.unsuspended': { label: 'Suspension lifted', phrase: 'lifted the suspension of the workspace' },
  'workspace.deletion_scheduled': {
    label: 'Deletion scheduled',
    phrase: 'scheduled the deletion of the workspace',
  },
  'workspace.deletion_cancelled': {
    label: 'Deletion cancelled',
    phrase: 'cancelled the deletion of the workspace',
  },
  'member.role_changed': { label: 'Role changed', phrase: 'changed the role of' },
  'member.removed': { label: 'Person removed', phrase: 'removed' },
  'member.left': { label: 'Person left', phrase: 'left the workspace' },
  'invitation.created': { label: 'Invitation created', phrase: 'created the invitation' },
  'invitation.accepted': { label: 'Invitation accepted', phrase: 'accepted the invitation' },
  'invitation.revoked': { label: 'Invitation revoked', phrase: 'revoked the invitation' },
}

/** What a group of event kinds is called. */
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
}

/** The display name of an event's actor. */
export function actorName({ type, name }: AuditEvent['actor']): string {
  if (type === 'system') return 'The server'
  if (type === 'anonymous') return 'Upload link'
  return name ?? (type === 'agent' ? 'An agent' : 'Someone')
}

/**
 * The subject of an event: its name, or its id when it has no name any more; null when the subject is the
 * actor.
 */
export function eventSubject(
  { kind, actor, title, subjectId }: AuditEvent,
  names: Map<string, string>,
): { name: string; isId: boolean } | null {
  if (actor.id === subjectId && kind !== 'member.role_changed') return null
  // `title` may be the title of the review or project that contains the subject.
  const name = names.get(subjectId) ?? title ?? undefined
  return { name: name ?? subjectId, isId: name === undefined }
}

/**
 * The end of the sentence: the role in an event about a person or an invitation, the reason of an
 * administrator; null for other events.
 */
export function eventDetail({ kind, detail }: AuditEvent): string | null {
  if (kind.startsWith('workspace.') && detail !== null) return `for this reason: ${detail}`
  const role = roles.find(each => each === detail)
  if (!role) return null
  return kind === 'member.role_changed'
    ? `to ${roleLabels[role].label}`
    : `as ${roleLabels[role].label.toLowerCase()}`
}

/** The page of an event's subject; null when the subject has none or was deleted. */
export function eventPath({ kind, title, reviewId, projectId, subjectId }: AuditEvent): string | null {
  if (title === null || kind.startsWith('token.')) return null
  if (reviewId === null) return projectId === null ? null : `/projects/${projectId}`
  const hash = /^(thr|art)_/.test(subjectId) && !kind.endsWith('.deleted') ? `#${subjectId}` : ''
  return `/reviews/${reviewId}${hash}`
}
