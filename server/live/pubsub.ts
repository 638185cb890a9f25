import { afterCommit } from '~~/server/db'

/**
 * Who listens, by the id of the review or workspace they listen to. In this process alone: it is the one that
 * writes.
 */
const listeners = new Map<string, Set<() => void>>()

/**
 * Tells, once the running write is durable, those who watch a review (or every review of a workspace) to look
 * again. Says nothing of what changed: whoever is told reads what they may read.
 */
export function announce(id: string): void {
  afterCommit(() => notify(id))
}

function notify(id: string): void {
  for (const listener of listeners.get(id) ?? []) listener()
}

/** Notifies those who watch with a session that it has ended. Call it once the session's row is deleted. */
export function announceSessionEnd(sessionId: string): void {
  notify(sessionId)
}

/** Calls back at each {@link announce} of any of the ids, until the function it answers is called. */
export function listen(ids: readonly string[], listener: () => void): () => void {
  for (const id of ids) {
    const known = listeners.get(id) ?? new Set()
    listeners.set(id, known.add(listener))
  }
  return () => {
    for (const id of ids) {
      listeners.get(id)?.delete(listener)
      if (listeners.get(id)?.size === 0) listeners.delete(id)
    }
  }
}
