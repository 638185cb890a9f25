import { and, desc, eq, isNotNull, max } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import type { Db } from '~~/server/db'
import { round } from '~~/server/db/schema'

/**
 * Returns the id of the round that a declaration belongs to, and inserts the round where it is new.
 * Declarations with the same key share a round, whose summary is that of the first; only the latest key may
 * be used again, else throws `round_closed`. Without a key: the baseline (null) while the review has no keyed
 * round, then a round of its own.
 */
export async function assignRound(
  tx: Db,
  reviewId: string,
  input: { roundKey?: string; roundSummary?: string },
): Promise<string | null> {
  const [latest] = await tx
    .select()
    .from(round)
    .where(and(eq(round.reviewId, reviewId), isNotNull(round.key)))
    .orderBy(desc(round.number))
    .limit(1)
  if (input.roundKey === undefined) return latest ? insertRound(tx, reviewId, null, input.roundSummary) : null
  if (latest?.key === input.roundKey) return latest.id
  const [older] = await tx
    .select({ id: round.id })
    .from(round)
    .where(and(eq(round.reviewId, reviewId), eq(round.key, input.roundKey)))
  if (older) {
    throw new AppError('round_closed', {
      field: 'roundKey',
      message: `The round "${input.roundKey}" is closed: a later round has begun.`,
      hint: `Use the latest key, "${latest?.key}", or a new one.`,
    })
  }
  return insertRound(tx, reviewId, input.roundKey, input.roundSummary)
}

async function insertRound(
  tx: Db,
  reviewId: string,
  key: string | null,
  summary: string | undefined,
): Promise<string> {
  const [top] = await tx
    .select({ number: max(round.number) })
    .from(round)
    .where(eq(round.reviewId, reviewId))
  const id = newId('round')
  await tx.insert(round).values({
    id,
    reviewId,
    number: (top?.number ?? 0) + 1,
    key,
    summary: summary ?? null,
    createdAt: Date.now(),
  })
  return id
}
