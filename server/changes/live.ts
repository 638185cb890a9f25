import { afterCommit, database, type Db } from '~~/server/db'

/**
 * The listeners of this process by topic. A topic is the id of a review, a workspace or a session, or a
 * {@link viewersTopic}.
 */
const listeners = new Map<string, Set<() => void>>()

/**
 * Calls the listeners of a topic after the current write is durable. The listeners get no data: each of them
 * reads the data to which its own viewer has access.
 */
function emit(topic: string): void {
  afterCommit(() => publish(topic))
}

/** Returns the topic for which an event is emitted when a page of a review is opened or closed. */
export const viewersTopic = (reviewId: string): string => `viewers of ${reviewId}`

/** Notifies the event streams of a review after the current transaction is committed. */
export const emitReview = (_tx: Db, { reviewId }: { reviewId: string }): void => emit(reviewId)

/** Notifies the event streams of several reviews. */
export const emitReviews = (_tx: Db, { reviewIds }: { reviewIds: string[] }): void => reviewIds.forEach(emit)

/** Notifies the event streams of everyone in a workspace, because they may have lost access. */
export const emitWorkspace = (_tx: Db, { workspaceId }: { workspaceId: string }): void => emit(workspaceId)

/** Notifies the event streams of a person's sessions. */
export const emitSessions = (_tx: Db, { sessionIds }: { sessionIds: string[] }): void =>
  sessionIds.forEach(emit)

/** Notifies the event streams of a review that its list of viewers has changed. */
export const emitViewers = (_tx: Db, { reviewId }: { reviewId: string }): void => emit(viewersTopic(reviewId))

/** Notifies the listeners of a session that has ended. Call this after the row of the session is deleted. */
export function emitSessionEnd(sessionId: string): void {
  publish(sessionId)
}

/**
 * Receives the events of other processes. When a lost connection is established again, calls all listeners of
 * this process, because events may have been missed. Call this once, after the database is open.
 */
export function startRelay(): void {
  database().nodeMessages?.listen({
    onTopic: publishHere,
    onReconnect: () => [...listeners.keys()].forEach(publishHere),
  })
}

function publish(topic: string): void {
  publishHere(topic)
  database().nodeMessages?.send(topic)
}

function publishHere(topic: string): void {
  for (const listener of listeners.get(topic) ?? []) listener()
}

/** Calls a function at each event of one of the topics. Returns a function that unsubscribes it. */
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
