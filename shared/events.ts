/** Every kind of audit event. */
export const eventKinds = [
  'review.created',
  'review.open',
  'review.changes_requested',
  'review.verified',
  'review.verdict_given',
  'review.verdict_withdrawn',
  'review.reviewers_requested',
  'review.exported',
  'review.deleted',
  'artifact.declared',
  'artifact.revision_declared',
  'artifact.completed',
  'artifact.rejected',
  'artifact.cancelled',
  'artifact.downloaded',
  'artifact.deleted',
  'upload.received',
  'thread.created',
  'thread.updated',
  'thread.open',
  'thread.addressed',
  'thread.resolved',
  'thread.deleted',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'token.created',
  'token.used',
  'token.revoked',
  'share_link.created',
  'share_link.updated',
  'share_link.revealed',
  'share_link.revoked',
  'capability.revoked',
  'project.created',
  'project.updated',
  'project.deleted',
  'workspace.created',
  'workspace.transferred',
  'workspace.suspended',
  'workspace.unsuspended',
  'workspace.deletion_scheduled',
  'workspace.deletion_cancelled',
  'workspace.agent_invitations_on',
  'workspace.agent_invitations_off',
  'member.role_changed',
  'member.removed',
  'member.left',
  'invitation.created',
  'invitation.accepted',
  'invitation.revoked',
  'access.requested',
  'access.accepted',
  'access.declined',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.enabled',
  'webhook.disabled',
  'webhook.deleted',
  'forge.connected',
  'forge.updated',
  'forge.disconnected',
] as const
export type EventKind = (typeof eventKinds)[number]

/** The detail of a `review.<status>` event whose status came back when a person withdrew their verdict. */
export const withdrawnVerdict = 'withdrawn'

/** The part of a kind before its dot. */
export const eventGroups = [
  'review',
  'artifact',
  'upload',
  'thread',
  'comment',
  'token',
  'share_link',
  'capability',
  'project',
  'workspace',
  'member',
  'invitation',
  'access',
  'webhook',
  'forge',
] as const

/**
 * Who caused an event: `guest` for a visitor of a share link, whose id is that of the link; `anonymous` for
 * an upload address without an issuer, `system` for the server itself.
 */
export const eventActorTypes = ['human', 'agent', 'guest', 'anonymous', 'system'] as const
export type EventActorType = (typeof eventActorTypes)[number]

/** Every kind of event of administration. Those about a workspace are in its audit record too. */
export const adminEventKinds = [
  'workspace.suspended',
  'workspace.unsuspended',
  'workspace.deletion_scheduled',
  'workspace.deletion_cancelled',
  'workspace.deleted',
  'person.suspended',
  'person.unsuspended',
  'person.deletion_scheduled',
  'person.deletion_cancelled',
  'person.deleted',
] as const
export type AdminEventKind = (typeof adminEventKinds)[number]
