import type { Input } from '#shared/contract'
import type { CreatedReview } from '#shared/contract/review'
import type { Caller } from '~~/server/access/actor'
import { writeIdempotent } from '~~/server/access/idempotency'
import { openReview } from './open-review'
import { serializePartsFor } from './serialize'

/**
 * Creates a review. If the project already has a review for this `externalRef`, returns that review instead.
 */
export async function createReview(caller: Caller, input: Input<'createReview'>): Promise<CreatedReview> {
  return writeIdempotent(async tx => {
    const { loaded, created } = await openReview(tx, caller, input)
    return { reused: !created, ...(await serializePartsFor(caller, tx, loaded)) }
  })
}
