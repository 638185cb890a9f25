import type { AuditEvent } from '#shared/contract/event'
import { threadStatuses } from '#shared/contract/review-status'
import { roles } from '#shared/contract/roles'
import { eventLabels } from '#shared/event-labels'
import { withdrawnVerdict, type EventKind } from '#shared/events'
import { text as evidenceText } from '~/text/evidence'
import { events as text } from '~/text/settings'
import { roleLabels } from '~/workspace/role-labels'

/**
 * An event in the activity. `count`: how many equal events its row merges; `steps`: what the actor did
 * for it before, the latest first; `isReply`: whether its comment is known to be a reply.
 */
export type ListedEvent = AuditEvent & { count: number; steps: AuditEvent[]; isReply?: boolean }

/** What the actor did: the part of the sentence between the names of the actor and of the subject. */
export function eventPhrase({ kind, title, detail, count, isReply }: Omit<ListedEvent, 'steps'>): string {
  if (isReply) return text.reply
  if (kind === 'artifact.downloaded' && count > 1) return text.downloads(count)
  const status = threadStatuses.find(each => each === detail)
  if (kind === 'thread.updated' && status) return eventLabels[`thread.${status}`].phrase
  if (kind.startsWith('review.') && detail === withdrawnVerdict)
    return eventLabels['review.verdict_withdrawn'].phrase
  return (title !== null && textOf(text.invitations, kind)) || eventLabels[kind].phrase
}

/**
 * The subject of an event: its name, or its id when it has no name any more; null when the subject is the
 * actor, and for an invitation by link.
 */
export function eventSubject(
  { kind, actor, title, subjectId }: AuditEvent,
  names: Map<string, string>,
): { name: string; isId: boolean } | null {
  if (actor.id === subjectId && kind !== 'member.role_changed') return null
  if (kind.startsWith('invitation.') && title === null) return null
  // `title` may be the title of the review or project that contains the subject.
  const name = names.get(subjectId) ?? title ?? undefined
  return { name: name ?? subjectId, isId: name === undefined }
}

/** Returns the text of a group by a name that may have none. */
const textOf = (group: Readonly<Record<string, string>>, name: string | null): string | undefined =>
  group[name ?? '']

/** What a share link has and allows, of the names in the detail of its event. */
function shareDetail(detail: string | null): string | null {
  const parts = (detail?.split(' ') ?? []).flatMap(name => textOf(text.shareOptions, name) ?? [])
  return parts.length === 0 ? null : text.withOptions(parts)
}

/**
 * The end of the sentence: the role in an event about a person or an invitation, the reason of an
 * administrator, why the server disabled a webhook, the format of an export, or what a share link allows;
 * null for other events.
 */
export function eventDetail({ kind, detail }: AuditEvent): string | null {
  if (kind.startsWith('workspace.') && detail !== null) return text.reason(detail)
  if (kind === 'review.exported') return textOf(text.exported, detail) ?? null
  if (kind === 'webhook.disabled') return textOf(text.disabled, detail) ?? null
  if (kind.startsWith('share_link.')) return shareDetail(detail)
  const role = roles.find(each => each === detail)
  if (!role) return null
  return kind === 'member.role_changed'
    ? text.toRole(roleLabels[role].label)
    : text.asRole(roleLabels[role].label)
}

/** The page of an event's review or project; null when it has none or was deleted. */
export function eventPath({ kind, title, reviewId, projectId }: AuditEvent): string | null {
  if (title === null || kind.startsWith('token.')) return null
  if (reviewId === null) return projectId === null ? null : `/projects/${projectId}`
  return `/reviews/${reviewId}`
}

/** `revision`: null for all of the evidence. */
const evidenceLabel = (title: string, revision: number | null) =>
  revision === null ? title : evidenceText.revision(title, revision)

/** The evidence or comment of an event, and where it is shown; null when it has none or it was deleted. */
export function eventItem({ item, reviewId }: AuditEvent): { label: string; path: string } | null {
  if (!item || reviewId === null) return null
  const { artifactId, title, revision, threadId, number } = item
  const label = threadId === null ? evidenceLabel(title ?? '', revision) : text.comment(number, title)
  return { label, path: `/reviews/${reviewId}#${threadId ?? artifactId}` }
}

/**
 * The rows of a list of events, newest first: without repeated ones, and with one for equal downloads and one
 * for an upload. `hasAllKinds`: the list has events of every kind, with the threads of its comments.
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
      // A thread may come before the oldest event that is loaded.
      const isReply = event.kind === 'comment.created' && hasAllKinds && event !== events.at(-1)
      rows.push({ ...event, count: 1, steps: [], isReply })
    }
  }
  return rows
}

/** The events of the upload of a file, in their order; each is a step to those after it. */
const uploadSteps: readonly (readonly EventKind[])[] = [
  ['artifact.declared', 'artifact.revision_declared'],
  ['upload.received'],
  ['artifact.completed', 'artifact.rejected', 'artifact.cancelled'],
]
const stepOf = ({ kind }: AuditEvent) => uploadSteps.findIndex(kinds => kinds.includes(kind))

/**
 * Whether an event is a step of the upload that a newer row is about, by the same actor. Evidence that was
 * deleted does not say of which revision its declaration was: then it has to be the event right before.
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

/** Whether both are downloads of originals of one review by one actor, as those of a ZIP file. */
const isSameDownload = (one: AuditEvent, other: AuditEvent) =>
  one.kind === 'artifact.downloaded' &&
  other.kind === one.kind &&
  other.reviewId === one.reviewId &&
  other.actor.id === one.actor.id

/**
 * Leaves out the events of comments of which the thread's own event, recorded in the same change, says more:
 * of the comment that starts a thread, right before it, and of one with which the thread gets another status,
 * right after it. The newest events come first.
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
