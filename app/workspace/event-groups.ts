import type { EventKind } from '#shared/events'
import { events as text } from '~/text/settings'
import type { ListedEvent } from './event-labels'

/** Milliseconds: events that are further apart are listed separately. */
export const GROUPED_WITHIN = 10 * 60_000

/** The kinds of events that can share a row, in the order in which a sentence names them. */
const groupedKinds = [
  'review.created',
  'artifact.completed',
  'revision',
  'artifact.approved',
  'thread.created',
  'reply',
  'comment.created',
  'thread.addressed',
  'thread.resolved',
  'thread.open',
  'review.changes_requested',
  'review.verified',
] as const satisfies readonly (EventKind | 'revision' | 'reply')[]
type GroupedKind = (typeof groupedKinds)[number]

function kindOf(event: ListedEvent): GroupedKind | undefined {
  const isRevision = event.kind === 'artifact.completed' && (event.item?.revision ?? 1) > 1
  const name = isRevision ? 'revision' : event.isReply ? 'reply' : event.kind
  return groupedKinds.find(each => each === name)
}

/**
 * Groups the rows of the list of activity, newest first: what one actor did in one review within ten minutes
 * is one group. Events of rare kinds, and those of deleted reviews, are groups of their own.
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
    const count = kinds.get(kind)?.length
    return count === undefined ? [] : [text.acts[kind](count)]
  })
  return kinds.has('review.verified') ? text.grouped(acts) : text.groupedIn(acts)
}
