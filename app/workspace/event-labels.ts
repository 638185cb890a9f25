import type { AuditEvent } from '#shared/contract/event'
import { roles } from '#shared/contract/roles'
import type { EventKind } from '#shared/events'
import { roleWords } from '~/workspace/role-labels'

/** What an event says somebody did; the thing it happened to follows. */
export const eventWords: Record<EventKind, string> = {
  'review.created': 'created the review',
  'review.open': 'set the verdict back to open on',
  'review.changes_requested': 'requested changes on',
  'review.verified': 'verified',
  'review.deleted': 'deleted the review',
  'artifact.declared': 'announced evidence for',
  'artifact.revision_declared': 'announced a revision in',
  'artifact.completed': 'published evidence in',
  'artifact.rejected': 'sent a file that was rejected in',
  'artifact.downloaded': 'downloaded an original from',
  'artifact.deleted': 'deleted evidence from',
  'upload.received': 'sent a file to',
  'thread.created': 'left a note on',
  'thread.updated': 'changed a note on',
  'thread.open': 'reopened a note on',
  'thread.addressed': 'marked a note addressed on',
  'thread.resolved': 'resolved a note on',
  'thread.deleted': 'deleted a note from',
  'comment.created': 'commented on',
  'token.created': 'made the agent token',
  'token.used': 'made its first call of the day',
  'token.revoked': 'revoked the agent token',
  'share_link.created': 'made a share link for',
  'share_link.revoked': 'revoked a share link of',
  'capability.revoked': 'revoked the media addresses of a revision in',
  'project.created': 'created the project',
  'project.updated': 'renamed the project',
  'project.deleted': 'deleted the project',
  'workspace.created': 'created the workspace',
  'member.role_changed': 'changed the role of',
  'member.removed': 'removed',
  'member.left': 'left the workspace',
  'invitation.created': 'made the invitation',
  'invitation.accepted': 'accepted the invitation',
  'invitation.revoked': 'revoked the invitation',
}

/** How a group of kinds is called. */
export const groupWords: Record<string, string> = {
  review: 'Reviews and verdicts',
  artifact: 'Evidence',
  upload: 'Uploads',
  thread: 'Notes',
  comment: 'Comments',
  token: 'Agent tokens',
  share_link: 'Share links',
  capability: 'Media addresses',
  project: 'Projects',
  workspace: 'Workspace',
  member: 'People',
  invitation: 'Invitations',
}

/** Who did it, in words. */
export function actorName({ type, name }: AuditEvent['actor']): string {
  if (type === 'system') return 'The server'
  if (type === 'anonymous') return 'The holder of an upload address'
  return name ?? (type === 'agent' ? 'An agent' : 'Somebody')
}

/**
 * What it happened to: its name where it still has one, else its id; nothing where the actor is the thing.
 */
export function eventThing(
  { kind, actor, title, subjectId }: AuditEvent,
  names: Map<string, string>,
): { name: string; isId: boolean } | null {
  if (actor.id === subjectId && kind !== 'member.role_changed') return null
  // The title of what belongs to a project may be the project's.
  const name = names.get(subjectId) ?? title ?? undefined
  return { name: name ?? subjectId, isId: name === undefined }
}

/** The role that an event about a person or an invitation concerns, in words; else null. */
export function eventDetail({ kind, detail }: AuditEvent): string | null {
  const role = roles.find(each => each === detail)
  if (!role) return null
  return kind === 'member.role_changed'
    ? `to ${roleWords[role].label}`
    : `as ${roleWords[role].label.toLowerCase()}`
}

/** Where the thing is, while it exists. */
export function eventPath({ kind, title, reviewId, projectId, subjectId }: AuditEvent): string | null {
  if (title === null || kind.startsWith('token.')) return null
  if (reviewId === null) return projectId === null ? null : `/projects/${projectId}`
  const spot = /^(thr|art)_/.test(subjectId) && !kind.endsWith('.deleted') ? `#${subjectId}` : ''
  return `/reviews/${reviewId}${spot}`
}
