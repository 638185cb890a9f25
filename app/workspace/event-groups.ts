import { threadStatuses } from '#shared/contract/review-status'
import { noLabel, withdrawnVerdict, type EventKind } from '#shared/events'
import { DAY } from '#shared/time'
import { events as text } from '~/text/settings'
import { formatDate } from '~/ui/page/format'
import { isReturned, type ListedEvent } from './event-labels'

/** Milliseconds: events that are further apart are listed separately. */
export const GROUPED_WITHIN = 10 * 60_000

/** The kinds of events that can occur several times in a review, in the order in a sentence. */
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
  'returned',
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
] as const satisfies readonly (EventKind | 'revision' | 'reply' | 'labeled' | 'unlabeled' | 'returned')[]
type GroupedKind = (typeof groupedKinds)[number]

/** The maximum number of kinds of events that a sentence names. */
const MAX_ACTS = 3
/** The kinds of events in the order of their importance. A sentence with too many kinds names the first. */
const importantKinds: readonly GroupedKind[] = [
  'review.verified',
  'review.changes_requested',
  'review.open',
  'review.verdict_given',
  'review.verdict_withdrawn',
  'thread.addressed',
  'thread.resolved',
  'artifact.completed',
  'revision',
  'thread.created',
  'reply',
]

/** Returns the name of an event. The name is more specific than the kind if the details allow it. */
function nameOf(event: ListedEvent): string {
  const { kind, item, detail, isReply } = event
  if (isReply) return 'reply'
  if (isReturned(event)) return 'returned'
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
 * Groups the rows of the list of activity, newest first. A group has the events of one person in one review,
 * or of one agent in the reviews of one project, within ten minutes. Events of deleted reviews, and events
 * that are not about a review, are groups of their own.
 */
export function groupEvents(rows: readonly ListedEvent[]): ListedEvent[][] {
  const groups: ListedEvent[][] = []
  for (const row of rows) {
    const group = isActInReview(row) ? groups.find(each => belongsTo(row, each)) : undefined
    if (group) group.push(row)
    else groups.push([row])
  }
  return groups
}

/** Whether an event is an act in an existing review, so that {@link groupPhrase} has words for it. */
export const isActInReview = (event: ListedEvent): boolean =>
  event.reviewId !== null && event.title !== null && kindOf(event) !== undefined

function belongsTo(event: ListedEvent, [newest]: ListedEvent[]): boolean {
  if (!newest || !isActInReview(newest)) return false
  const place = event.actor.type === 'agent' ? 'projectId' : 'reviewId'
  if (newest[place] !== event[place]) return false
  if (newest.actor.type !== event.actor.type || newest.actor.id !== event.actor.id) return false
  return Date.parse(newest.createdAt) - Date.parse(event.createdAt) <= GROUPED_WITHIN
}

/** Returns the events of a group by their review, the review of the newest event first. */
export const eventsByReview = (group: readonly ListedEvent[]): ListedEvent[][] => [
  ...Map.groupBy(group, each => each.reviewId).values(),
]

/**
 * Returns the predicate of the sentence about a group: the words after the name of the actor, such as
 * "resolved 5 comments and verified". The titles of the reviews follow on a line of their own.
 */
export function groupPhrase(group: readonly ListedEvent[]): string {
  const events = Map.groupBy(group, kindOf)
  const kinds = groupedKinds.filter(each => events.has(each))
  const named = importantKinds
    .concat(kinds)
    .filter((each, at, all) => events.has(each) && all.indexOf(each) === at)
    .slice(0, kinds.length > MAX_ACTS ? MAX_ACTS - 1 : MAX_ACTS)
  const actions = kinds
    .filter(each => named.includes(each))
    .map(each => text.actions[each]((events.get(each) ?? []).reduce((sum, { count }) => sum + count, 0)))
  const reviews = eventsByReview(group).length
  const list = text.list(named.length < kinds.length ? [...actions, text.more] : actions)
  const isCreation = events.get('review.created')?.length === reviews
  return reviews === 1 || isCreation ? list : text.inReviews(list, reviews)
}

/** The groups of events of one day. */
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
