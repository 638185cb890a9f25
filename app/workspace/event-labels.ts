import type { AuditEvent } from '#shared/contract/event'
import { threadStatuses } from '#shared/contract/review-status'
import { roles } from '#shared/contract/roles'
import { eventLabels } from '#shared/event-labels'
import { withdrawnVerdict, type EventKind } from '#shared/events'
import { planIds, plans } from '#shared/plans'
import { text as evidenceText } from '~/text/evidence'
import { events as eventText } from '~/text/settings'
import { roleLabels } from '~/workspace/role-labels'

/**
 * An event in the list of activity. `count`: the number of equal events that are merged into its row.
 * `steps`: the actor's earlier events that led to this event, the latest first. `isReply`: whether the
 * comment of the event is known to be a reply.
 */
export type ListedEvent = AuditEvent & { count: number; steps: AuditEvent[]; isReply?: boolean }

/**
 * Returns the predicate of the sentence about an event: the words between the name of the actor and the name
 * of the subject.
 */
export function eventPhrase(event: Omit<ListedEvent, 'steps'>): string {
  const { kind, title, detail, count, isReply } = event
  if (isReply) return eventText.reply
  if (isReturned(event)) return eventText.returned
  if (kind === 'artifact.downloaded' && count > 1) return eventText.downloads(count)
  const status = threadStatuses.find(each => each === detail)
  if (kind === 'thread.updated' && status) return eventLabels[`thread.${status}`].phrase
  if (kind === 'thread.updated' && detail !== null)
    return textOf(eventText.labels, detail) ?? eventLabels[kind].phrase
  if (kind.startsWith('review.') && detail === withdrawnVerdict)
    return eventLabels['review.verdict_withdrawn'].phrase
  return (title !== null && textOf(eventText.invitations, kind)) || eventLabels[kind].phrase
}

/**
 * Whether an event is a person's undoing of a resolved or reopened comment that had been addressed. Only
 * agents address comments; a person's event with the status "addressed" is therefore an undone change.
 */
export const isReturned = ({ kind, detail, actor }: Pick<AuditEvent, 'kind' | 'detail' | 'actor'>): boolean =>
  actor.type === 'human' &&
  (kind === 'thread.addressed' || (kind === 'thread.updated' && detail === 'addressed'))

/**
 * Returns the name of an event's subject, or its id if the name is no longer known. Returns null if the
 * subject is the actor, and for an invitation by link.
 */
export function eventSubject(
  { kind, actor, title, subjectId }: AuditEvent,
  names: Map<string, string>,
): { name: string; isId: boolean } | null {
  if (actor.id === subjectId && kind !== 'member.role_changed') return null
  if (kind.startsWith('invitation.') && title === null) return null
  // Prefers `names`, because `title` may be the title of the review or project that contains the subject.
  const name = names.get(subjectId) ?? title ?? undefined
  return { name: name ?? subjectId, isId: name === undefined }
}

/** Returns the text that has this name in a group of texts; undefined if there is no such text. */
const textOf = (group: Readonly<Record<string, string>>, name: string | null): string | undefined =>
  group[name ?? '']

/** Describes the options of a share link. `detail`: the names of the options, as the event contains them. */
function shareDetail(detail: string | null): string | null {
  const parts = (detail?.split(' ') ?? []).flatMap(name => textOf(eventText.shareOptions, name) ?? [])
  return parts.length === 0 ? null : eventText.withOptions(parts)
}

/**
 * Returns the end of the sentence about an event. It is the role in an event about a person or an invitation,
 * the new plan of a workspace, the reason that an administrator gave, the reason why the server disabled a
 * webhook, the format of an export, or the options of a share link. Returns null for other events.
 */
export function eventDetail({ kind, detail }: AuditEvent): string | null {
  const plan = planIds.find(each => each === detail)
  if (kind === 'workspace.plan_changed') return plan ? eventText.toPlan(plans[plan].name) : null
  if (kind.startsWith('workspace.') && detail !== null) return eventText.reason(detail)
  if (kind === 'review.exported') return textOf(eventText.exported, detail) ?? null
  if (kind === 'webhook.disabled') return textOf(eventText.disabled, detail) ?? null
  if (kind.startsWith('share_link.')) return shareDetail(detail)
  const role = roles.find(each => each === detail)
  if (!role) return null
  return kind === 'member.role_changed'
    ? eventText.toRole(roleLabels[role].label)
    : eventText.asRole(roleLabels[role].label)
}

/**
 * Returns the path of the review or project of an event; null if the event has none, or if it was deleted.
 */
export function eventPath({ kind, title, reviewId, projectId }: AuditEvent): string | null {
  if (title === null || kind.startsWith('token.')) return null
  if (reviewId === null) return projectId === null ? null : `/projects/${projectId}`
  return `/reviews/${reviewId}`
}

/** Returns the label of evidence. `revision`: null for the evidence as a whole. */
const evidenceLabel = (title: string, revision: number | null) =>
  revision === null ? title : evidenceText.revision(title, revision)

/**
 * Returns the label and the path of an event's evidence or comment; null if the event has none, or if it was
 * deleted.
 */
export function eventItem({ item, reviewId }: AuditEvent): { label: string; path: string } | null {
  if (!item || reviewId === null) return null
  const { artifactId, title, revision, threadId, number } = item
  const label = threadId === null ? evidenceLabel(title ?? '', revision) : eventText.comment(number, title)
  return { label, path: `/reviews/${reviewId}#${threadId ?? artifactId}` }
}

/**
 * Returns the rows for a list of events, newest first. Repeated events are left out, equal downloads share
 * one row, and the steps of an upload share one row. `hasAllKinds`: whether the list contains events of all
 * kinds, including events of the threads of its comments.
 */
export function listedEvents(events: readonly AuditEvent[], hasAllKinds = true): ListedEvent[] {
  const rows: ListedEvent[] = []
  for (const event of withoutRepeatedComments(events)) {
    const newer = rows.at(-1)
    const isStep = stepOf(event) >= 0
    const outcome = isStep ? rows.findLast(row => isStepOf(event, row, row === newer)) : undefined
    if (outcome) outcome.steps.push(event)
    else if (newer && isSameDownload(newer, event)) newer.count += 1
    else {
      // For the oldest loaded event it is not known whether the comment is a reply, because the event of the
      // thread may not be loaded.
      const isReply = event.kind === 'comment.created' && hasAllKinds && event !== events.at(-1)
      rows.push({ ...event, count: 1, steps: [], isReply })
    }
  }
  return rows
}

/** The kinds of events of an upload, step by step. Each step leads to the next one. */
const uploadSteps: readonly (readonly EventKind[])[] = [
  ['artifact.declared', 'artifact.revision_declared'],
  ['upload.received'],
  ['artifact.completed', 'artifact.rejected', 'artifact.cancelled'],
]
const stepOf = ({ kind }: AuditEvent) => uploadSteps.findIndex(kinds => kinds.includes(kind))

/**
 * Whether an event is an earlier step of the upload in a newer row, by the same actor. If an artifact was
 * deleted, the event that declared it does not contain the revision. This event is a step only if no other
 * row is between it and the newer row.
 */
function isStepOf(event: AuditEvent, row: ListedEvent, isNext: boolean): boolean {
  const newer = row.steps.at(-1) ?? row
  const step = stepOf(event)
  if (step >= stepOf(newer) || event.reviewId !== row.reviewId) return false
  if (event.actor.type !== row.actor.type || event.actor.id !== row.actor.id) return false
  if (event.kind !== 'artifact.declared') return event.subjectId === row.subjectId
  if (row.item) return row.item.revision === 1 && row.item.artifactId === event.subjectId
  return isNext && event.item === null
}

/**
 * Whether both events are downloads of originals of the same review by the same actor, such as the files of
 * one ZIP file.
 */
const isSameDownload = (one: AuditEvent, other: AuditEvent) =>
  one.kind === 'artifact.downloaded' &&
  other.kind === one.kind &&
  other.reviewId === one.reviewId &&
  other.actor.id === one.actor.id

/**
 * Leaves out the events of comments that belong to the same change as an event of their thread. These are the
 * comment that starts a thread, which directly precedes the event of the thread, and the comment that changes
 * the status of a thread, which directly follows it. In the list, the newest events come first.
 */
function withoutRepeatedComments(events: readonly AuditEvent[]): AuditEvent[] {
  const isOf = (event: AuditEvent, other: AuditEvent | undefined, kind: string) =>
    other?.kind === kind && other.reviewId === event.reviewId && other.actor.id === event.actor.id
  return events.filter(
    (event, index) =>
      event.kind !== 'comment.created' ||
      !(
        isOf(event, events[index + 1], 'thread.created') ||
        (event.detail !== null && isOf(event, events[index - 1], `thread.${event.detail}`))
      ),
  )
}
