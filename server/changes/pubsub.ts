import { afterCommit, database } from '~~/server/db'

/** Listeners of this process by topic: the id of a review, a workspace or a session. */
const listeners = new Map<string, Set<() => void>>()

/**
 * Calls the listeners of a topic once the running write is durable. For a workspace: of all streams of its
 * members. Passes no data: each listener reads what its viewer may see. Call it inside a write.
 */
export function emit(topic: string): void {
  afterCommit(() => publish(topic))
}

/** Calls the listeners of a session that has ended. Call it after the session's row is deleted. */
export function emitSessionEnd(sessionId: string): void {
  publish(sessionId)
}

/**
 * Receives what other processes emit. One that was not connected may have missed something: all its listeners
 * read again. Call it once, after the database was opened.
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

/** Calls back at each event of any of the topics. Returns the function that unsubscribes. */
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
