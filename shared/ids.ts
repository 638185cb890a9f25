import { encodeTime, monotonicFactory } from 'ulid'

/** Ids made within one millisecond keep their order. */
const nextUlid = monotonicFactory()

/** The prefix of each kind of resource; an id is its prefix and a ULID. */
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
} as const

export type Resource = keyof typeof idPrefixes
export type Id<R extends Resource> = `${(typeof idPrefixes)[R]}_${string}`

/** A new id: sorts by creation time within its kind (https://github.com/ulid/spec). */
export function newId<R extends Resource>(resource: R): Id<R> {
  return `${idPrefixes[resource]}_${nextUlid()}`
}

/** The smallest id of this kind that {@link newId} can return at an instant (epoch milliseconds). */
export function firstIdAt<R extends Resource>(resource: R, instant: number): Id<R> {
  return `${idPrefixes[resource]}_${encodeTime(instant, 10)}${'0'.repeat(16)}`
}

/** What an id of this kind looks like: the prefix, then letters and digits. */
export function idPattern(resource: Resource): RegExp {
  return new RegExp(`^${idPrefixes[resource]}_[0-9A-Za-z]{1,64}$`)
}
