import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { SubmittedRound } from '#shared/contract/submitted-evidence'
import type { Round } from '#shared/contract/review'
import { invalid } from '#shared/errors'
import { newId } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db, type Db } from '~~/server/db'
import { round } from '~~/server/db/schema'
import { serializeRound } from '~~/server/domain/review/serialize'
import type { ReceivedFile } from '~~/server/bytes/received-form'
import { answerThreads, requireOwnThreads } from './answer-threads'
import { publishEvidence } from './publish-evidence'
import { readEvidence } from './read-evidence'
import { Refusals } from './refusals'
import { serializeSubmission } from './serialize'

type RoundInput = Input<'submitRound'>

/**
 * Publishes files as a round of a review, and answers threads, which marks the threads addressed. The call
 * takes effect completely or not at all. Throws `unchanged`: see {@link answerThreads}.
 */
export async function submitRound(
  caller: Caller,
  input: RoundInput,
  files: readonly ReceivedFile[],
): Promise<SubmittedRound> {
  if (files.length === 0 && Object.keys(input.answers ?? {}).length === 0)
    throw invalid(
      'files',
      'Send a file or the answer to a thread.',
      "For example: curl -F 'files=@cart.png' --form-string 'thr_…=Fixed: it has a line of its own.'",
    )
  const refusals = new Refusals(false)
  const { description, route, scenario, commit, summary: roundSummary } = input
  return publishEvidence(caller, {
    evidence: await readEvidence(files, input, refusals),
    refusals,
    changedOnly: false,
    description: { description, route, scenario, commit },
    // Without a round key in the call, a new key is used, so that the files form a separate round even if the
    // review has no round yet.
    round: { roundKey: input.roundKey ?? newId('round'), roundSummary },
    async find() {
      const { review, project, workspace } = await loadReview(caller, input.id, 'contribute')
      await requireOwnThreads(db, caller, review.id, input)
      return { reviewId: review.id, project, workspace }
    },
    open: tx => loadReview(caller, input.id, 'contribute', tx),
    async finish(tx, loaded, { published, roundId, pictures }) {
      const threads = await answerThreads(tx, caller, loaded, input, published, pictures)
      return {
        round: await readRound(tx, roundId),
        ...(await serializeSubmission(tx, caller, loaded.review.id, published)),
        threads,
      }
    },
  })
}

async function readRound(tx: Db, roundId: string | null): Promise<Round | null> {
  if (roundId === null) return null
  const [row] = await tx.select().from(round).where(eq(round.id, roundId))
  return row ? serializeRound(row) : null
}
