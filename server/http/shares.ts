import type { Actor } from '~~/server/access/actor'
import { FairShare, fairShares, type Share } from '~~/server/process/fair-share'
import { takeShare } from '~~/server/metrics/refused-share'
import { personOf } from './observe'

/** The bodies that are being received now, and the exports that are being sent now. */
const open = {
  forms: new FairShare(),
  pictures: new FairShare(),
  largeBodies: new FairShare(),
  exports: new FairShare(),
}

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
          { key: personOf(actor), most: person },
        ]
      : [{ key: personOf(actor), most: person }]
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

/**
 * Counts an export that is being created and sent. Counts it for the person, together with the agent tokens
 * that they created, or for the network address of a visitor. The number is limited because a large export
 * takes seconds of CPU time. Returns a function to call when the response has ended. Throws `rate_limited` if
 * the limit is reached.
 */
export function countExport(actor: Actor, address: () => string): () => void {
  const { caller, address: visitors } = fairShares.exports
  const share =
    actor.type === 'anonymous'
      ? { key: `address ${address()}`, most: visitors }
      : { key: personOf(actor), most: caller }
  return count('exports', [share], `${share.most} exports are being sent to you or your address.`)
}

function count(kind: keyof typeof open, shares: Share[], message: string): () => void {
  return takeShare(open[kind], shares, kind, message)
}
