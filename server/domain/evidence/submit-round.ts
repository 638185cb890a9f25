import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { SubmittedRound } from '#shared/contract/evidence'
import type { Round } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { AppError, invalid } from '#shared/errors'
import { newId } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import { loadReview, loadThread, type LoadedThread } from '~~/server/access/loaders'
import { db, type Db } from '~~/server/db'
import { round } from '~~/server/db/schema'
import { serializeRound } from '~~/server/domain/review/serialize'
import { afterAddressing } from '~~/server/domain/thread/address-thread'
import { setStatusOf } from '~~/server/domain/thread/set-status'
import type { ReceivedFile } from '~~/server/received-form'
import { publishEvidence } from './publish-evidence'
import { readEvidence } from './read-evidence'
import { serializeSubmission } from './serialize'

type RoundInput = Input<'submitRound'>

/**
 * Publishes files as a round of a review, and answers threads, which marks them addressed. All or nothing.
 */
export async function submitRound(
  caller: Caller,
  input: RoundInput,
  files: readonly ReceivedFile[],
): Promise<SubmittedRound> {
  const answers = Object.entries(input.answers ?? {})
  if (files.length === 0 && answers.length === 0)
    throw invalid(
      'files',
      'Send a file or the answer to a thread.',
      "For example: curl -F 'files=@cart.png' --form-string 'thr_…=Fixed: it has a line of its own.'",
    )
  const { description, route, scenario, commit, summary: roundSummary } = input
  return publishEvidence(caller, {
    evidence: await readEvidence(files, input.title),
    description: { description, route, scenario, commit },
    // A key makes it a round of its own, also before the first round of the review.
    round: { roundKey: input.roundKey ?? newId('round'), roundSummary },
    async find() {
      const { review, workspace } = await loadReview(caller, input.id, 'contribute')
      for (const [id] of answers) await loadOwnThread(db, caller, review.id, id)
      return { reviewId: review.id, workspace }
    },
    open: tx => loadReview(caller, input.id, 'contribute', tx),
    async finish(tx, loaded, published, roundId) {
      const threads: Thread[] = []
      for (const [id, body] of answers) {
        const thread = await loadOwnThread(tx, caller, loaded.review.id, id)
        threads.push(await setStatusOf(tx, caller, thread, body || undefined, afterAddressing))
      }
      return {
        round: await readRound(tx, roundId),
        ...(await serializeSubmission(tx, caller, loaded.review.id, published)),
        threads,
      }
    },
  })
}

/** Returns a thread of the review. Throws `not_found` for one of another. */
async function loadOwnThread(
  executor: Db,
  caller: Caller,
  reviewId: string,
  id: string,
): Promise<LoadedThread> {
  const loaded = await loadThread(caller, id, 'comment', executor, id)
  if (loaded.review.id === reviewId) return loaded
  throw new AppError('not_found', {
    field: id,
    message: `This review has no thread ${id}.`,
    hint: 'GET /v1/reviews/{id}/threads lists the threads of the review.',
  })
}

async function readRound(tx: Db, roundId: string | null): Promise<Round | null> {
  if (roundId === null) return null
  const [row] = await tx.select().from(round).where(eq(round.id, roundId))
  return row ? serializeRound(row) : null
}
