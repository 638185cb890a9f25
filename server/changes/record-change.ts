import { newId } from '#shared/ids'
import type { Db } from '~~/server/db'
import type { Change, ChangeKind, ChangeOf } from './change'
import { clearTotals } from './comment-totals'
import { logAdminAction, logEvent, logVersionedEvent } from './event-log'
import { emitReview, emitReviews, emitSessions, emitViewers, emitWorkspace } from './live'
import {
  notifyOfComment,
  notifyOfEdit,
  notifyOfEvidence,
  notifyOfRequests,
  notifyOfVerdict,
  withdrawVerdict,
} from './notify'
import { queuePullRequestChecks, queuePullRequest } from './pull-request'
import { increaseVersion, increaseVersionWithoutActivity } from './review-version'
import type { Subscriber } from './subscriber'
import { queueMessages } from './webhooks'

/** The subscribers of changes that have an audit event. */
const logged = [logEvent, queueMessages] as const
/** The subscribers of changes that increase the version of a review. The version is stored with the event. */
const versioned = [increaseVersion, logVersionedEvent, queueMessages, queuePullRequest, emitReview] as const

/** The subscribers of each kind of change, in the order in which their database statements are sent. */
const subscribers: { [Kind in ChangeKind]: readonly Subscriber<ChangeOf<Kind>>[] } = {
  'review.created': [...logged, queuePullRequest],
  'review.updated': [increaseVersion, queuePullRequest, emitReview],
  'review.open': [...versioned, notifyOfVerdict],
  'review.changes_requested': [...versioned, notifyOfVerdict],
  'review.verified': [...versioned, notifyOfVerdict],
  'review.verdict_given': [...versioned, notifyOfVerdict],
  'review.verdict_withdrawn': [...versioned, withdrawVerdict],
  'review.reviewers_requested': [...versioned, notifyOfRequests],
  'review.exported': logged,
  'review.deleted': versioned,
  'viewers.changed': [emitViewers],
  'artifact.declared': versioned,
  'artifact.revision_declared': versioned,
  'artifact.completed': [...versioned, notifyOfEvidence],
  'artifact.rejected': versioned,
  'artifact.cancelled': versioned,
  'artifact.downloaded': logged,
  'artifact.approved': versioned,
  'artifact.approval_withdrawn': versioned,
  'artifact.comparison_changed': versioned,
  'artifact.deleted': [...versioned, clearTotals],
  'upload.received': logged,
  // `thread.created` does not increase the version: `comment.created` follows for the first comment of the
  // thread, and increases it.
  'thread.created': logged,
  'thread.updated': versioned,
  'thread.open': versioned,
  'thread.addressed': versioned,
  'thread.resolved': versioned,
  'thread.deleted': [...versioned, clearTotals],
  'comment.created': [...versioned, notifyOfComment],
  'comment.updated': [...versioned, notifyOfEdit],
  'comment.deleted': [...versioned, clearTotals],
  'comment.reacted': [increaseVersionWithoutActivity, emitReview],
  'token.created': logged,
  'token.used': logged,
  'token.revoked': logged,
  'share_link.created': logged,
  'share_link.updated': [...logged, emitReview],
  'share_link.revealed': logged,
  'share_link.revoked': [...logged, emitReview],
  'capability.revoked': versioned,
  'project.created': logged,
  'project.updated': [...logged, queuePullRequestChecks],
  'project.deleted': [...logged, emitReviews],
  'workspace.created': logged,
  'workspace.claimed': logged,
  'workspace.renamed': logged,
  'workspace.plan_changed': logged,
  'workspace.transferred': [...logged, emitWorkspace],
  'workspace.suspended': [logAdminAction, ...logged, emitWorkspace],
  'workspace.unsuspended': [logAdminAction, ...logged, emitWorkspace],
  'workspace.storage_changed': [logAdminAction, ...logged],
  'workspace.deletion_scheduled': [logAdminAction, ...logged, emitWorkspace],
  'workspace.deletion_cancelled': [logAdminAction, ...logged, emitWorkspace],
  // The audit events of a workspace are deleted with it, so only the administrators' log gets this event.
  'workspace.deleted': [logAdminAction],
  'workspace.agent_invitations_on': logged,
  'workspace.agent_invitations_off': logged,
  'person.created': [logAdminAction],
  'person.password_link_created': [logAdminAction],
  // The workspace gets an event of its own: `member.added` or `member.role_changed`.
  'person.added': [logAdminAction],
  'person.role_changed': [logAdminAction],
  'person.suspended': [logAdminAction, emitSessions],
  'person.unsuspended': [logAdminAction, emitSessions],
  'person.deletion_scheduled': [logAdminAction, emitSessions],
  'person.deletion_cancelled': [logAdminAction, emitSessions],
  'person.deleted': [logAdminAction],
  'member.added': [...logged, emitWorkspace],
  'member.role_changed': [...logged, emitWorkspace],
  'member.removed': [...logged, emitWorkspace],
  'member.left': [...logged, emitWorkspace],
  'invitation.created': logged,
  'invitation.accepted': logged,
  'invitation.revoked': logged,
  'access.requested': logged,
  'access.accepted': logged,
  'access.declined': logged,
  'webhook.created': logged,
  'webhook.updated': logged,
  'webhook.secret_rotated': logged,
  'webhook.enabled': logged,
  'webhook.disabled': logged,
  'webhook.deleted': logged,
  'forge.connected': [...logged, queuePullRequestChecks],
  'forge.updated': [...logged, queuePullRequestChecks],
  'forge.secret_created': logged,
  'forge.disconnected': logged,
}

/**
 * Calls all subscribers of a change inside its transaction: they write the audit event, queue messages and
 * notifications, and update open pages after the commit.
 */
export async function recordChange(tx: Db, change: Change): Promise<void> {
  const eventId = newId('event')
  // The cast is safe: the type of the table ensures that the subscribers of a kind accept changes of this
  // kind.
  const following = subscribers[change.kind] as readonly Subscriber<Change>[]
  await Promise.all(following.map(follow => follow(tx, change, eventId)))
}
