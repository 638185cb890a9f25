import { AppError } from '#shared/errors'
import type { Actor } from '~~/server/access/actor'
import { FairShare, fairShares } from '~~/server/process/fair-share'
import { metrics } from '~~/server/metrics'

/** When to try again after too many forms. */
const RETRY_SECONDS = 5

const open = new FairShare()

/**
 * Counts a form with files that a caller sends, by its workspace: each may fill 600 MiB of the temporary
 * folder. Returns the function that ends it. Throws `rate_limited` when the limit is reached.
 */
export function takeForm(actor: Actor): () => void {
  const key = actor.type === 'agent' ? actor.workspaceId : actor.type === 'human' ? actor.id : 'anonymous'
  const end = open.take([{ key, most: fairShares.forms.workspace }])
  if (end) return end
  metrics.rateLimited('forms')
  throw new AppError('rate_limited', {
    message: `${fairShares.forms.workspace} forms of this workspace are being received.`,
    hint: 'Wait for the responses to earlier requests, then try again.',
    retryAfter: RETRY_SECONDS,
  })
}
