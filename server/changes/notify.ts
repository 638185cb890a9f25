import { and, eq, exists, inArray, isNull, ne, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Mention } from '#shared/contract/mention'
import { withdrawnVerdict, type EventKind } from '#shared/events'
import { newId } from '#shared/ids'
import type { MailFrequency, NotificationKind } from '#shared/notifications'
import { withCommit, type Db } from '~~/server/db'
import { prepared, preparedInsert } from '~~/server/db/prepared'
import {
  comment,
  membership,
  notification,
  requestedReviewer,
  snoozed,
  user,
  verdict,
} from '~~/server/db/schema'
import { whereActive } from '~~/server/db/where-active'
import type { ChangeOf, EventActor, ReviewScope } from './change'
import { mailDueAt } from './mail-due'

/** The fields of a change that are needed to notify people of it. */
type Notified = Pick<ReviewScope, 'workspaceId' | 'reviewId'> & { actor: EventActor }

/** A person who gets a notification. */
interface Receiver {
  userId: string
  frequency: MailFrequency
}

/**
 * The parameters of every query that selects people to notify: the workspace of the review, and the actor of
 * the change, who is not notified.
 */
const ofChange = { workspaceId: membership.workspaceId, actorId: user.id }

/**
 * Selects active people of a workspace. The actor is excluded, because people are not notified of their own
 * actions.
 */
const selectPeople = (
  executor: Db,
  { workspaceId, actorId }: Record<keyof typeof ofChange, string | SQLWrapper>,
  condition: SQL | undefined,
) =>
  executor
    .select({ userId: user.id, frequency: user.notificationMail })
    .from(membership)
    .innerJoin(user, and(eq(user.id, membership.userId), whereActive(user)))
    .where(and(eq(membership.workspaceId, workspaceId), ne(user.id, actorId), condition))

const reviewersOf = prepared(
  { ...ofChange, reviewId: verdict.reviewId },
  (executor, { reviewId, ...change }) => {
    const isRequested = executor
      .select({ userId: requestedReviewer.userId })
      .from(requestedReviewer)
      .where(and(eq(requestedReviewer.reviewId, reviewId), eq(requestedReviewer.userId, user.id)))
    const hasDecided = executor
      .select({ id: verdict.id })
      .from(verdict)
      .where(and(eq(verdict.reviewId, reviewId), eq(verdict.authorId, user.id)))
    return selectPeople(executor, change, or(exists(isRequested), exists(hasDecided)))
  },
)

const participantsOf = prepared(
  { ...ofChange, threadId: comment.threadId },
  (executor, { threadId, ...change }) => {
    const hasWritten = executor
      .select({ id: comment.id })
      .from(comment)
      .where(
        and(eq(comment.threadId, threadId), eq(comment.authorType, 'human'), eq(comment.authorId, user.id)),
      )
    return selectPeople(executor, change, exists(hasWritten))
  },
)

/** The kind of the notification for each kind of verdict change. */
const verdictKinds = {
  'review.open': 'verdict_reset',
  'review.changes_requested': 'changes_requested',
  'review.verified': 'verified',
  'review.verdict_given': 'verdict_given',
} as const satisfies Partial<Record<EventKind, NotificationKind>>

/**
 * Notifies the people whom a new comment mentions, and the people who wrote earlier comments in its thread.
 */
export async function notifyOfComment(tx: Db, change: ChangeOf<'comment.created'>): Promise<void> {
  const { threadId } = change.comment
  const [mentioned, participants] = await Promise.all([
    mentionedIn(tx, change, change.comment),
    participantsOf(tx, { ...valuesOf(change), threadId }),
  ])
  const about = { commentId: change.subjectId }
  await notifyEach(tx, change, 'mention', mentioned, about)
  const others = without(participants, mentioned)
  await notifyEach(tx, change, change.detail === 'addressed' ? 'addressed' : 'reply', others, about)
}

/** Notifies the people whom an edited comment mentions, unless they have a notification about it already. */
export async function notifyOfEdit(tx: Db, change: ChangeOf<'comment.updated'>): Promise<void> {
  const commentId = change.subjectId
  const mentioned = await mentionedIn(tx, change, change.comment)
  const before = await tx
    .select({ userId: notification.userId })
    .from(notification)
    .where(eq(notification.commentId, commentId))
  await notifyEach(tx, change, 'mention', without(mentioned, before), { commentId })
}

/** Notifies people of new evidence: people who gave a verdict on the review, and its requested reviewers. */
export async function notifyOfEvidence(tx: Db, change: ChangeOf<'artifact.completed'>): Promise<void> {
  const about = { revisionId: change.subjectId }
  await notifyEach(tx, change, 'evidence', await reviewersOf(tx, reviewValuesOf(change)), about)
}

/**
 * Notifies people of a verdict: people whom its comment mentions, people who gave an earlier verdict on the
 * review, and its requested reviewers. Each person gets one notification. Deletes the notifications of a
 * withdrawn verdict.
 */
export async function notifyOfVerdict(tx: Db, change: ChangeOf<keyof typeof verdictKinds>): Promise<void> {
  if (change.detail === withdrawnVerdict) return withdrawVerdict(tx, change)
  const about = { verdictId: change.verdict.id }
  const mentioned = await mentionedIn(tx, change, change.verdict)
  await notifyEach(tx, change, 'mention', mentioned, about)
  const reviewers = await reviewersOf(tx, reviewValuesOf(change))
  await notifyEach(tx, change, verdictKinds[change.kind], without(reviewers, mentioned), about)
}

/** Deletes the unread notifications of a verdict. Call it before the verdict is deleted. */
export async function withdrawVerdict(
  tx: Db,
  { verdict: { id } }: { verdict: { id: string } },
): Promise<void> {
  await tx.delete(notification).where(and(eq(notification.verdictId, id), isNull(notification.readAt)))
}

/**
 * Notifies people who are now asked for their verdict. Deletes the unread notifications of people who are no
 * longer asked.
 */
export async function notifyOfRequests(
  tx: Db,
  change: ChangeOf<'review.reviewers_requested'>,
): Promise<void> {
  await notifyEach(tx, change, 'review_requested', await selectByIds(tx, change, change.added))
  for (const userId of change.removed) await removeUnread(tx, userId, change.reviewId, 'review_requested')
}

/**
 * Returns the parameters of the queries that select people. An actor without an id, such as the server, gets
 * an id that no person has, so that no one is excluded.
 */
const valuesOf = ({ workspaceId, actor }: Notified) => ({ workspaceId, actorId: actor.id ?? '' })

const reviewValuesOf = (change: Notified) => ({ ...valuesOf(change), reviewId: change.reviewId })

const without = (receivers: Receiver[], others: { userId: string }[]): Receiver[] =>
  receivers.filter(each => !others.some(other => other.userId === each.userId))

const mentionedIn = (tx: Db, change: Notified, { mentions }: { mentions: Mention[] | null }) =>
  selectByIds(tx, change, mentions?.map(each => each.userId) ?? [])

async function selectByIds(tx: Db, change: Notified, userIds: string[]): Promise<Receiver[]> {
  if (userIds.length === 0) return []
  return selectPeople(tx, valuesOf(change), inArray(user.id, userIds))
}

/**
 * The comment, verdict or revision that a notification is about. Empty if the notification is about the whole
 * review.
 */
type Subject = Partial<Pick<typeof notification.$inferInsert, 'commentId' | 'verdictId' | 'revisionId'>>

const insertRow = preparedInsert(notification)

const endSnooze = prepared(
  { userId: snoozed.userId, reviewId: snoozed.reviewId },
  (executor, { userId, reviewId }) =>
    executor.delete(snoozed).where(and(eq(snoozed.userId, userId), eq(snoozed.reviewId, reviewId))),
)
/**
 * The kinds of notifications that address one person: a mention, and a request for a verdict. Such a
 * notification ends the person's snooze of the review.
 */
const asking: readonly NotificationKind[] = ['mention', 'review_requested']

async function notifyEach(
  tx: Db,
  { actor, reviewId }: Notified,
  kind: NotificationKind,
  receivers: Receiver[],
  { commentId = null, verdictId = null, revisionId = null }: Subject = {},
): Promise<void> {
  const replaced = await Promise.all(
    receivers.map(each => (kind === 'evidence' ? removeUnread(tx, each.userId, reviewId, kind) : undefined)),
  )
  for (const [index, { userId, frequency }] of receivers.entries()) {
    const now = Date.now()
    const earlier = replaced[index]
    const row = {
      id: newId('notification'),
      userId,
      kind,
      reviewId,
      commentId,
      verdictId,
      revisionId,
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
      createdAt: now,
      readAt: null,
      mailAt: earlier ? earlier.mailAt : mailDueAt(frequency, now),
      mailAttempt: 0,
    }
    withCommit(insertRow(tx, row))
    if (asking.includes(kind)) withCommit(endSnooze(tx, { userId, reviewId }))
  }
}

/**
 * Deletes a person's unread notification of a kind. For example, new evidence replaces the unread
 * notification of earlier evidence, so that the person gets one mail about both.
 */
async function removeUnread(tx: Db, userId: string, reviewId: string, kind: NotificationKind) {
  const [removed] = await tx
    .delete(notification)
    .where(
      and(
        eq(notification.userId, userId),
        eq(notification.reviewId, reviewId),
        isNull(notification.readAt),
        eq(notification.kind, kind),
      ),
    )
    .returning({ mailAt: notification.mailAt })
  return removed
}
