/** Every kind of audit event. */
export const eventKinds = [
  'review.created', 'review.open', 'review.changes_requested', 'review.verified', 'review.deleted',
  'artifact.declared', 'artifact.revision_declared', 'artifact.completed', 'artifact.rejected', 'artifact.downloaded', 'artifact.deleted',
  'upload.received',
  'thread.created', 'thread.updated', 'thread.open', 'thread.addressed', 'thread.resolved', 'thread.deleted',
  'comment.created',
  'token.created', 'token.used', 'token.revoked',
  'share_link.created', 'share_link.revoked',
  'capability.revoked',
  'project.created', 'project.updated', 'project.deleted',
  'workspace.created',
] as const
export type EventKind = (typeof eventKinds)[number]
