import type { Input } from '#shared/contract'
import type { CreatedReview } from '#shared/contract/review'
import type { Caller } from '~~/server/access/actor'
import { writeIdempotent } from '~~/server/access/idempotency'
import { openReview } from './open-review'
import { serializeParts } from './serialize'

/** Creates a review, or returns the review of the project with this `externalRef`. */
export async function createReview(caller: Caller, input: Input<'createReview'>): Promise<CreatedReview> {
  return writeIdempotent(async tx => {
    const { loaded, created } = await openReview(tx, caller, input)
    return { reused: !created, ...(await serializeParts(tx, loaded)) }
  })
}
