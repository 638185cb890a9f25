import { AppError } from '#shared/errors'
import { MINUTE, SECOND } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { FairShare, fairShares, type Share } from '~~/server/process/fair-share'
import { metrics } from '~~/server/metrics'

export type StreamLimits = typeof fairShares.streams

/**
 * The viewer of an event stream. It is a signed-in person, an agent (with the `id` of the person who created
 * its token), or a visitor (with the `id` of the share link).
 */
export type StreamViewer =
  | { kind: 'session'; id: string }
  | { kind: 'agent' | 'visitor'; id: string; workspaceId: string }

/** Converts a caller to the viewer of an event stream. */
export function viewerOf(caller: Caller): StreamViewer {
  if (caller.type === 'human') return { kind: 'session', id: caller.id }
  const { id, createdBy, workspaceId } = caller
  return { kind: 'agent', id: createdBy ?? id, workspaceId }
}

/** Counts the open event streams of this process. Rejects a new stream if a limit is reached. */
export class StreamCounter {
  private readonly open = new FairShare()

  constructor(private readonly limits: StreamLimits = fairShares.streams) {}

  /**
   * Counts a stream of a viewer from a client address. Returns a function to call when the stream ends;
   * calling it again has no effect. If a limit is reached, throws `rate_limited` with a wait of one minute;
   * pages then poll instead.
   */
  take(viewer: StreamViewer, address: string): () => void {
    const end = this.open.take(this.sharesOf(viewer, address))
    if (end) return end
    metrics.rateLimited('eventStreams')
    throw new AppError('rate_limited', {
      message: 'Too many event streams are open.',
      retryAfter: MINUTE / SECOND,
    })
  }

  private sharesOf(viewer: StreamViewer, address: string): Share[] {
    const { limits } = this
    const all = { key: 'all', most: limits.total }
    if (viewer.kind === 'session')
      return [
        all,
        { key: `person ${viewer.id}`, most: limits.person },
        { key: `people at ${address}`, most: limits.address },
      ]
    const others = [
      all,
      { key: 'agents and visitors', most: limits.total - limits.reservedForSessions },
      { key: `workspace ${viewer.workspaceId}`, most: limits.workspace },
    ]
    if (viewer.kind === 'agent')
      return [
        ...others,
        { key: `agents of ${viewer.id}`, most: limits.person },
        { key: `agents at ${address}`, most: limits.address },
      ]
    return [
      ...others,
      { key: 'visitors', most: limits.shareLinks },
      { key: `visitors of ${viewer.id}`, most: limits.shareLink },
      { key: `visitors at ${address}`, most: limits.visitorAddress },
    ]
  }
}
