import { AppError } from '#shared/errors'
import type { Actor } from '~~/server/access/actor'
import { FairShare, fairShares, type Share } from '~~/server/process/fair-share'
import { metrics } from '~~/server/metrics'

/** The number of seconds after which a client can try again, if too many bodies are being received. */
const RETRY_SECONDS = 5

/** The numbers of bodies that are being received now. */
const open = { forms: new FairShare(), pictures: new FairShare(), largeBodies: new FairShare() }

/**
 * Counts a form with files, or an image, that is being received from a caller. Counts it for the person and,
 * if the caller is an agent, also for the workspace. The number is limited because a form may use 600 MiB of
 * the temporary folder, and an image 10 MiB. Returns a function to call when the body ends. Throws
 * `rate_limited` if the limit is reached.
 */
export function countBody(kind: 'forms' | 'pictures', actor: Actor): () => void {
  const { person, workspace } = fairShares[kind]
  const shares =
    actor.type === 'agent'
      ? [
          { key: `workspace ${actor.workspaceId}`, most: workspace },
          { key: `person ${actor.createdBy ?? actor.id}`, most: person },
        ]
      : [{ key: actor.type === 'human' ? `person ${actor.id}` : 'anonymous', most: person }]
  return count(kind, shares, `Too many ${kind} of this person or workspace are being received.`)
}

/**
 * Counts a large body that is read into memory. Counts it for the network address of the client. Returns a
 * function to call when the body ends. Throws `rate_limited` if the limit is reached.
 */
export function countLargeBody(address: string): () => void {
  const most = fairShares.largeBodies.address
  return count(
    'largeBodies',
    [{ key: address, most }],
    `${most} large bodies of this address are being received.`,
  )
}

function count(kind: keyof typeof open, shares: Share[], message: string): () => void {
  const end = open[kind].take(shares)
  if (end) return end
  metrics.rateLimited(kind)
  throw new AppError('rate_limited', {
    message,
    hint: 'Wait for the responses to earlier requests, then try again.',
    retryAfter: RETRY_SECONDS,
  })
}
