/**
 * A group of receivers of an event: the webhooks that selected its kind, or the calls that wait for feedback
 * on a review.
 */
type Audience = 'webhooks' | 'feedback'

/** Every kind of event in the audit log, with the groups of receivers that get it. */
const audiences = {
  'review.created': ['webhooks'],
  'review.open': ['webhooks', 'feedback'],
  'review.changes_requested': ['webhooks', 'feedback'],
  'review.verified': ['webhooks', 'feedback'],
  'review.verdict_given': ['feedback'],
  'review.verdict_withdrawn': ['feedback'],
  'review.reviewers_requested': [],
  'review.exported': [],
  'review.deleted': ['webhooks'],
  'artifact.declared': [],
  'artifact.revision_declared': [],
  'artifact.completed': ['webhooks', 'feedback'],
  'artifact.rejected': ['webhooks'],
  'artifact.cancelled': [],
  'artifact.downloaded': [],
  'artifact.approved': [],
  'artifact.approval_withdrawn': [],
  'artifact.comparison_changed': [],
  'artifact.deleted': ['webhooks', 'feedback'],
  'upload.received': [],
  'thread.created': ['webhooks', 'feedback'],
  'thread.updated': ['feedback'],
  'thread.open': ['webhooks', 'feedback'],
  'thread.addressed': ['webhooks', 'feedback'],
  'thread.resolved': ['webhooks', 'feedback'],
  'thread.deleted': ['webhooks', 'feedback'],
  'comment.created': ['webhooks', 'feedback'],
  'comment.updated': ['webhooks', 'feedback'],
  'comment.deleted': ['webhooks', 'feedback'],
  'token.created': [],
  'token.used': [],
  'token.revoked': [],
  'share_link.created': [],
  'share_link.updated': [],
  'share_link.revealed': [],
  'share_link.revoked': [],
  'capability.revoked': [],
  'project.created': [],
  'project.updated': [],
  'project.deleted': [],
  'workspace.created': [],
  'workspace.claimed': [],
  'workspace.renamed': [],
  'workspace.plan_changed': [],
  'workspace.transferred': [],
  'workspace.suspended': [],
  'workspace.unsuspended': [],
  'workspace.storage_changed': [],
  'workspace.deletion_scheduled': [],
  'workspace.deletion_cancelled': [],
  'workspace.agent_invitations_on': [],
  'workspace.agent_invitations_off': [],
  'member.added': [],
  'member.role_changed': [],
  'member.removed': [],
  'member.left': [],
  'invitation.created': [],
  'invitation.accepted': [],
  'invitation.revoked': [],
  'access.requested': [],
  'access.accepted': [],
  'access.declined': [],
  'webhook.created': [],
  'webhook.updated': [],
  'webhook.secret_rotated': [],
  'webhook.enabled': [],
  'webhook.disabled': [],
  'webhook.deleted': [],
  'forge.connected': [],
  'forge.updated': [],
  'forge.secret_created': [],
  'forge.disconnected': [],
} as const satisfies Record<string, readonly Audience[]>

export type EventKind = keyof typeof audiences
export const eventKinds = Object.keys(audiences) as [EventKind, ...EventKind[]]

type KindFor<A extends Audience> = {
  [Kind in EventKind]: A extends (typeof audiences)[Kind][number] ? Kind : never
}[EventKind]

/** Returns the kinds of events that a group of receivers gets. */
export function eventKindsFor<A extends Audience>(audience: A): [KindFor<A>, ...KindFor<A>[]] {
  const kinds = eventKinds.filter(kind => (audiences[kind] as readonly Audience[]).includes(audience))
  return kinds as [KindFor<A>, ...KindFor<A>[]]
}

/**
 * The detail of an event `review.<status>` if the review got this status because a person withdrew their
 * verdict.
 */
export const withdrawnVerdict = 'withdrawn'

/** The detail of an event `thread.updated` that removed the label of a thread. */
export const noLabel = 'no_label'

/** The groups of kinds of events. The group of a kind is the part before its dot. */
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
 * The types of actors of events. `guest` is a visitor of a share link; its id is the id of the share link.
 * `anonymous` is a caller who used an upload URL that has no issuer. `system` is the server itself.
 */
export const eventActorTypes = ['human', 'agent', 'guest', 'anonymous', 'system'] as const
export type EventActorType = (typeof eventActorTypes)[number]

/**
 * Every kind of administration event. Events about a workspace are also in the audit log of this workspace.
 */
export const adminEventKinds = [
  'workspace.suspended',
  'workspace.unsuspended',
  'workspace.storage_changed',
  'workspace.deletion_scheduled',
  'workspace.deletion_cancelled',
  'workspace.deleted',
  'person.created',
  'person.password_link_created',
  'person.added',
  'person.role_changed',
  'person.suspended',
  'person.unsuspended',
  'person.deletion_scheduled',
  'person.deletion_cancelled',
  'person.deleted',
] as const
export type AdminEventKind = (typeof adminEventKinds)[number]
