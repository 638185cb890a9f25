import { AppError } from '#shared/errors'
import type { Actor } from '~~/server/access/actor'
import { FairShare, fairShares, type Share } from '~~/server/process/fair-share'
import { metrics } from '~~/server/metrics'

/** The delay after which a client may try again if there are too many bodies. */
const RETRY_SECONDS = 5

/** The bodies that are being received. */
const open = { forms: new FairShare(), pictures: new FairShare(), texts: new FairShare() }

/**
 * Counts a form with files, or a picture, that a caller sends, by workspace and by person: a form may use 600
 * MiB of the temporary folder, and a picture 10 MiB. Returns a function to call at the end. Throws
 * `rate_limited` if the limit is reached.
 */
export function takeBody(kind: 'forms' | 'pictures', actor: Actor): () => void {
  const { person, workspace } = fairShares[kind]
  const shares =
    actor.type === 'agent'
      ? [
          { key: `workspace ${actor.workspaceId}`, most: workspace },
          { key: `person ${actor.createdBy ?? actor.id}`, most: person },
        ]
      : [{ key: actor.type === 'human' ? `person ${actor.id}` : 'anonymous', most: person }]
  return take(kind, shares, `Too many ${kind} of this person or workspace are being received.`)
}

/**
 * Counts a large body that is read into memory, by the address of its client. Returns and throws like
 * {@link takeBody}.
 */
export function takeText(address: string): () => void {
  const most = fairShares.texts.address
  return take('texts', [{ key: address, most }], `${most} large bodies of this address are being received.`)
}

function take(kind: keyof typeof open, shares: Share[], message: string): () => void {
  const end = open[kind].take(shares)
  if (end) return end
  metrics.rateLimited(kind)
  throw new AppError('rate_limited', {
    message,
    hint: 'Wait for the responses to earlier requests, then try again.',
    retryAfter: RETRY_SECONDS,
  })
}
