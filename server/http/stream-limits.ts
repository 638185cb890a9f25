import { AppError } from '#shared/errors'
import { MINUTE, SECOND } from '#shared/time'
import { metrics } from '~~/server/metrics'

/** How many event streams may be open at once. */
export interface StreamLimits {
  /** In this process. */
  total: number
  /** Of all share links together. What is left of `total` is reserved for members. */
  shares: number
  perShareLink: number
  perSession: number
  /** Waits of one agent token. */
  perToken: number
  /** Of one client address (an IPv6 /64): of its members, and of its viewers of share links. */
  memberAddress: number
  shareAddress: number
}

export const streamLimits: StreamLimits = {
  total: 2000,
  shares: 1000,
  perShareLink: 200,
  perSession: 200,
  perToken: 100,
  memberAddress: 400,
  shareAddress: 200,
}

/** Who opens a stream: a member by their session, an agent by its token, or a viewer by a share link. */
export interface StreamViewer {
  kind: 'session' | 'token' | 'share'
  id: string
}

/** Counts the open event streams of this process, and rejects those past a limit. */
export class StreamCounter {
  private readonly counts = new Map<string, number>()

  constructor(private readonly limits: StreamLimits = streamLimits) {}

  /**
   * Counts a stream from an address. Returns the function that ends it, which may be called more than once.
   * Throws `rate_limited` with a minute to wait when a limit is reached; pages then poll instead.
   */
  open(viewer: StreamViewer, address: string): () => void {
    const bounds = this.boundsOf(viewer, address)
    if (bounds.some(({ key, limit }) => this.count(key) >= limit)) {
      metrics.rateLimited('eventStreams')
      throw new AppError('rate_limited', {
        message: 'Too many event streams are open.',
        retryAfter: MINUTE / SECOND,
      })
    }
    for (const { key } of bounds) this.counts.set(key, this.count(key) + 1)
    return () => {
      for (const { key } of bounds.splice(0)) this.release(key)
    }
  }

  private boundsOf({ kind, id }: StreamViewer, address: string): { key: string; limit: number }[] {
    const { total, shares, perShareLink, perSession, perToken, memberAddress, shareAddress } = this.limits
    const all = { key: 'all', limit: total }
    if (kind === 'session')
      return [
        all,
        { key: `session ${id}`, limit: perSession },
        { key: `member address ${address}`, limit: memberAddress },
      ]
    if (kind === 'token') return [all, { key: `token ${id}`, limit: perToken }]
    return [
      all,
      { key: 'shares', limit: shares },
      { key: `share ${id}`, limit: perShareLink },
      { key: `share address ${address}`, limit: shareAddress },
    ]
  }

  private count(key: string): number {
    return this.counts.get(key) ?? 0
  }

  /** Removes a key without streams, so that the map does not grow. */
  private release(key: string): void {
    const left = this.count(key) - 1
    if (left > 0) this.counts.set(key, left)
    else this.counts.delete(key)
  }
}
