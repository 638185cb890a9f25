import { afterCommit, database, type Db } from '~~/server/db'

/** The listeners of this process by topic: the id of a review, a workspace or a session. */
const listeners = new Map<string, Set<() => void>>()

/**
 * Calls the listeners of a topic once the running write is durable. Passes no data: each listener reads what
 * its viewer may see.
 */
function emit(topic: string): void {
  afterCommit(() => publish(topic))
}

/** Returns the topic for which an event is emitted when a page of a review is opened or closed. */
export const viewersTopic = (reviewId: string): string => `viewers of ${reviewId}`

/** Calls the event streams of a review. */
export const emitReview = (_tx: Db, { reviewId }: { reviewId: string }): void => emit(reviewId)

/** Calls the event streams of several reviews. */
export const emitReviews = (_tx: Db, { reviewIds }: { reviewIds: string[] }): void => reviewIds.forEach(emit)

/** Calls the event streams of everyone in a workspace, who may have lost access. */
export const emitWorkspace = (_tx: Db, { workspaceId }: { workspaceId: string }): void => emit(workspaceId)

/** Calls the event streams of a person's sessions. */
export const emitSessions = (_tx: Db, { sessionIds }: { sessionIds: string[] }): void =>
  sessionIds.forEach(emit)

/** Calls the event streams that show who views a review. */
export const emitViewers = (_tx: Db, { reviewId }: { reviewId: string }): void => emit(viewersTopic(reviewId))

/** Calls the listeners of a session that has ended. Call it after the session's row is deleted. */
export function emitSessionEnd(sessionId: string): void {
  publish(sessionId)
}

/**
 * Receives the events of other processes. After a lost connection, all listeners of this process read again,
 * because events may have been missed. Call it once, after the database was opened.
 */
export function startRelay(): void {
  database().notifications?.listen({
    onTopic: publishHere,
    onReconnect: () => [...listeners.keys()].forEach(publishHere),
  })
}

function publish(topic: string): void {
  publishHere(topic)
  database().notifications?.send(topic)
}

function publishHere(topic: string): void {
  for (const listener of listeners.get(topic) ?? []) listener()
}

/** Calls a function at each event of any of the topics. Returns a function that unsubscribes. */
export function subscribe(topics: readonly string[], listener: () => void): () => void {
  for (const topic of topics) {
    const known = listeners.get(topic) ?? new Set()
    listeners.set(topic, known.add(listener))
  }
  return () => {
    for (const topic of topics) {
      listeners.get(topic)?.delete(listener)
      if (listeners.get(topic)?.size === 0) listeners.delete(topic)
    }
  }
}
