import { encodeTime, monotonicFactory } from 'ulid'

const random = new Uint8Array(1024)
let used = random.length

/**
 * Returns a random number from 0 to 255/256. The random bytes are requested from the system in large blocks,
 * because a block takes no longer than a single byte.
 */
function nextRandom(): number {
  if (used === random.length) {
    crypto.getRandomValues(random)
    used = 0
  }
  return (random[used++] ?? 0) / 256
}

/** Returns ULIDs, each greater than the one before, even within the same millisecond. */
const nextUlid = monotonicFactory(nextRandom)

/** The prefix of each kind of resource. An id consists of its prefix and a ULID. */
export const idPrefixes = {
  workspace: 'ws',
  project: 'prj',
  review: 'rev',
  artifact: 'art',
  revision: 'rvs',
  round: 'rnd',
  thread: 'thr',
  comment: 'cmt',
  token: 'tok',
  shareLink: 'shl',
  user: 'usr',
  upload: 'upl',
  event: 'evt',
  invitation: 'inv',
  accessRequest: 'req',
  webhook: 'whk',
  delivery: 'msg',
  verdict: 'vrd',
  viewer: 'vwr',
  notification: 'ntf',
  pendingComment: 'pnd',
  guest: 'gst',
  /**
   * This prefix must sort between the prefixes of threads and of people. server/operate/blobs/referenced.ts
   * depends on this order.
   */
  commentImage: 'upi',
} as const

export type Resource = keyof typeof idPrefixes
export type Id<R extends Resource> = `${(typeof idPrefixes)[R]}_${string}`

/** Returns a new id. The ids of one kind of resource sort by creation time (https://github.com/ulid/spec). */
export function newId<R extends Resource>(resource: R): Id<R> {
  return `${idPrefixes[resource]}_${nextUlid()}`
}

/**
 * Returns the smallest id of a kind of resource that {@link newId} can return at a time (epoch milliseconds).
 */
export function firstIdAt<R extends Resource>(resource: R, instant: number): Id<R> {
  return `${idPrefixes[resource]}_${encodeTime(instant, 10)}${'0'.repeat(16)}`
}

/** Returns whether an id belongs to a kind of resource. Only its prefix is checked. */
export function isIdOf(resource: Resource, id: string): boolean {
  return id.startsWith(`${idPrefixes[resource]}_`)
}

/** Returns the pattern of the ids of a kind of resource: the prefix, then letters and digits. */
export function idPattern(resource: Resource): RegExp {
  return new RegExp(`^${idPrefixes[resource]}_[0-9A-Za-z]{1,64}$`)
}
