import { threadStatuses } from '#shared/contract/review-status'
import { noLabel, withdrawnVerdict, type EventKind } from '#shared/events'
import { DAY } from '#shared/time'
import { events as text } from '~/text/settings'
import { formatDate } from '~/ui/page/format'
import type { ListedEvent } from './event-labels'

/** Milliseconds: events that are further apart are listed separately. */
export const GROUPED_WITHIN = 10 * 60_000

/** The kinds of events that a person can cause several times in a review, in the order in a sentence. */
const groupedKinds = [
  'review.created',
  'artifact.declared',
  'upload.received',
  'artifact.completed',
  'revision',
  'artifact.rejected',
  'artifact.cancelled',
  'artifact.deleted',
  'artifact.comparison_changed',
  'artifact.approved',
  'artifact.approval_withdrawn',
  'artifact.downloaded',
  'thread.created',
  'reply',
  'comment.created',
  'comment.updated',
  'labeled',
  'unlabeled',
  'thread.updated',
  'thread.addressed',
  'thread.resolved',
  'thread.open',
  'thread.deleted',
  'comment.deleted',
  'share_link.created',
  'share_link.updated',
  'share_link.revealed',
  'share_link.revoked',
  'capability.revoked',
  'review.exported',
  'review.reviewers_requested',
  'review.verdict_withdrawn',
  'review.verdict_given',
  'review.open',
  'review.changes_requested',
  'review.verified',
] as const satisfies readonly (EventKind | 'revision' | 'reply' | 'labeled' | 'unlabeled')[]
type GroupedKind = (typeof groupedKinds)[number]

/** Returns the name of an event. The name is more specific than the kind if the details allow it. */
function nameOf({ kind, item, detail, isReply }: ListedEvent): string {
  if (isReply) return 'reply'
  if (kind === 'artifact.revision_declared') return 'artifact.declared'
  if (kind === 'artifact.completed' && (item?.revision ?? 1) > 1) return 'revision'
  if (kind.startsWith('review.') && detail === withdrawnVerdict) return 'review.verdict_withdrawn'
  if (kind !== 'thread.updated' || detail === null) return kind
  if (threadStatuses.some(each => each === detail)) return `thread.${detail}`
  return detail === noLabel ? 'unlabeled' : 'labeled'
}

function kindOf(event: ListedEvent): GroupedKind | undefined {
  const name = nameOf(event)
  return groupedKinds.find(each => each === name)
}

/**
 * Groups the rows of the list of activity, newest first: the events of one actor in one review within ten
 * minutes are one group. Events of deleted reviews, and events that are not about a review, are groups of
 * their own.
 */
export function groupEvents(rows: readonly ListedEvent[]): ListedEvent[][] {
  const groups: ListedEvent[][] = []
  for (const row of rows) {
    const group = canBeGrouped(row) ? groups.find(each => belongsTo(row, each)) : undefined
    if (group) group.push(row)
    else groups.push([row])
  }
  return groups
}

const canBeGrouped = (event: ListedEvent) =>
  event.reviewId !== null && event.title !== null && kindOf(event) !== undefined

function belongsTo(event: ListedEvent, [newest]: ListedEvent[]): boolean {
  if (!newest || !canBeGrouped(newest) || newest.reviewId !== event.reviewId) return false
  if (newest.actor.type !== event.actor.type || newest.actor.id !== event.actor.id) return false
  return Date.parse(newest.createdAt) - Date.parse(event.createdAt) <= GROUPED_WITHIN
}

/**
 * Returns the predicate of the sentence about a group: the words between the name of the actor and the title
 * of the review, such as "resolved 5 comments and verified".
 */
export function groupPhrase(group: readonly ListedEvent[]): string {
  const kinds = Map.groupBy(group, kindOf)
  const acts = groupedKinds.flatMap(kind => {
    const events = kinds.get(kind)
    return events ? [text.acts[kind](events.reduce((sum, event) => sum + event.count, 0))] : []
  })
  return kinds.has('review.verified') ? text.grouped(acts) : text.groupedIn(acts)
}

/** The groups of one day. */
interface EventDay {
  /** "Today", "Yesterday", or the date. */
  heading: string
  groups: ListedEvent[][]
}

/**
 * Divides groups, newest first, by the day of their newest event. `now`: epoch milliseconds. The days follow
 * the person's clock; until hydration, they follow UTC.
 */
export function eventDays(groups: readonly ListedEvent[][], now: number): EventDay[] {
  const dateOf = (time: number) => formatDate(new Date(time).toISOString())
  const names = new Map([
    [dateOf(now - DAY), text.yesterday],
    [dateOf(now), text.today],
  ])
  const days = Map.groupBy(groups, ([newest]) => formatDate(newest?.createdAt ?? ''))
  return [...days].map(([date, groups]) => ({ heading: names.get(date) ?? date, groups }))
}
