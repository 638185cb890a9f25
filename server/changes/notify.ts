import { and, eq, exists, inArray, isNull, ne, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Mention } from '#shared/contract/mention'
import type { EventKind } from '#shared/events'
import { newId } from '#shared/ids'
import { kindsForReviewers, type MailFrequency, type NotificationKind } from '#shared/notifications'
import type { Db } from '~~/server/db'
import { prepared, preparedInsert } from '~~/server/db/prepared'
import { comment, membership, notification, requestedReviewer, user, verdict } from '~~/server/db/schema'
import { whereActive } from '~~/server/db/where-active'
import type { EventActor, LoadedScope } from './event-log'
import { mailDueAt } from './mail-due'

/** What a change is in: a review with its workspace. */
export type ReviewScope = LoadedScope & { review: { id: string } }

/** A person who is notified. */
interface Receiver {
  userId: string
  frequency: MailFrequency
}

/** The values of each query for people: whose review it is, and who is not notified. */
const ofChange = { workspaceId: membership.workspaceId, actorId: user.id }

/** Selects people of a workspace who can see its reviews. People are not notified of what they did. */
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

const commentOf = prepared({ id: comment.id }, (executor, { id }) =>
  executor
    .select({ threadId: comment.threadId, mentions: comment.mentions })
    .from(comment)
    .where(eq(comment.id, id)),
)

/**
 * Notifies the people whom a change of a review concerns, in the transaction of the change. `detail`: that of
 * its event.
 */
export async function notifyOfChange(
  tx: Db,
  actor: EventActor,
  scope: ReviewScope,
  event: EventKind,
  subjectId: string,
  detail?: string,
): Promise<void> {
  if (event === 'comment.created' || event === 'comment.updated')
    return notifyOfComment(tx, actor, scope, {
      id: subjectId,
      isNew: event === 'comment.created',
      addresses: detail === 'addressed',
    })
  const kind = kindsForReviewers[event]
  if (!kind) return
  const reviewers = await reviewersOf(tx, { ...changeOf(actor, scope), reviewId: scope.review.id })
  const about = kind === 'evidence' ? { revisionId: subjectId } : undefined
  for (const receiver of reviewers) await insert(tx, actor, scope, kind, receiver, about)
}

/**
 * Notifies of a verdict those whom its comment mentions, and others who decided about the review or are asked
 * to; each person once.
 */
export async function notifyOfVerdict(
  tx: Db,
  actor: EventActor,
  scope: ReviewScope,
  event: EventKind,
  { id, mentions }: { id: string; mentions: Mention[] | null },
): Promise<void> {
  const mentioned = await selectByIds(tx, actor, scope, mentions?.map(each => each.userId) ?? [])
  for (const receiver of mentioned) await insert(tx, actor, scope, 'mention', receiver, { verdictId: id })
  const kind = kindsForReviewers[event]
  if (!kind) return
  const before = new Set(mentioned.map(each => each.userId))
  for (const receiver of await reviewersOf(tx, { ...changeOf(actor, scope), reviewId: scope.review.id }))
    if (!before.has(receiver.userId)) await insert(tx, actor, scope, kind, receiver, { verdictId: id })
}

/** Deletes the notifications of a verdict that have not been read. */
export async function withdrawVerdictNotices(tx: Db, verdictId: string): Promise<void> {
  await tx.delete(notification).where(and(eq(notification.verdictId, verdictId), isNull(notification.readAt)))
}

/** Notifies people of the workspace who were asked for their verdict. */
export async function notifyRequested(
  tx: Db,
  actor: EventActor,
  scope: ReviewScope,
  userIds: string[],
): Promise<void> {
  for (const receiver of await selectByIds(tx, actor, scope, userIds))
    await insert(tx, actor, scope, 'review_requested', receiver)
}

/**
 * Notifies those whom a comment mentions, and of a new one those who wrote in the thread before; each person
 * once for a comment, also when it is edited. `addresses`: it says how the thread was addressed.
 */
async function notifyOfComment(
  tx: Db,
  actor: EventActor,
  scope: ReviewScope,
  { id, isNew, addresses }: { id: string; isNew: boolean; addresses: boolean },
): Promise<void> {
  const [row] = await commentOf(tx, { id })
  if (!row) return
  const mentioned = await selectByIds(tx, actor, scope, row.mentions?.map(each => each.userId) ?? [])
  const before = new Set(isNew ? [] : await notifiedOf(tx, id))
  const participants = isNew
    ? await participantsOf(tx, { ...changeOf(actor, scope), threadId: row.threadId })
    : []
  for (const [kind, receivers] of [
    ['mention', mentioned],
    [addresses ? 'addressed' : 'reply', participants],
  ] as const)
    for (const receiver of receivers.filter(each => !before.has(each.userId))) {
      before.add(receiver.userId)
      await insert(tx, actor, scope, kind, receiver, { commentId: id })
    }
}

/** The values of the queries for people. An actor without an id, such as the server, equals no person. */
const changeOf = (actor: EventActor, { workspace }: ReviewScope) => ({
  workspaceId: workspace.id,
  actorId: actor.id ?? '',
})

async function selectByIds(tx: Db, actor: EventActor, scope: ReviewScope, userIds: string[]) {
  if (userIds.length === 0) return []
  return selectPeople(tx, changeOf(actor, scope), inArray(user.id, userIds))
}

/** Returns who was notified of a comment. */
async function notifiedOf(tx: Db, commentId: string): Promise<string[]> {
  const rows = await tx
    .select({ userId: notification.userId })
    .from(notification)
    .where(eq(notification.commentId, commentId))
  return rows.map(row => row.userId)
}

/** What a notification is about, where that is not the review as a whole. */
type Subject = Partial<Pick<typeof notification.$inferInsert, 'commentId' | 'verdictId' | 'revisionId'>>

const insertRow = preparedInsert(notification)

async function insert(
  tx: Db,
  actor: EventActor,
  { review }: ReviewScope,
  kind: NotificationKind,
  { userId, frequency }: Receiver,
  { commentId = null, verdictId = null, revisionId = null }: Subject = {},
): Promise<void> {
  const now = Date.now()
  const replaced = kind === 'evidence' ? await removeUnread(tx, userId, review.id, kind) : undefined
  await insertRow(tx, {
    id: newId('notification'),
    userId,
    kind,
    reviewId: review.id,
    commentId,
    verdictId,
    revisionId,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    createdAt: now,
    readAt: null,
    mailAt: replaced ? replaced.mailAt : mailDueAt(frequency, now),
    mailAttempt: 0,
  })
}

/**
 * Deletes a person's unread notification of a kind. A round of evidence is one notification, and one mail
 * until the person has looked.
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

/** Takes back the requests for the verdicts of people that they have not read. */
export async function withdrawRequested(tx: Db, reviewId: string, userIds: string[]): Promise<void> {
  for (const userId of userIds) await removeUnread(tx, userId, reviewId, 'review_requested')
}
