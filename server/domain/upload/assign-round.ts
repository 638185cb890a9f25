import { and, desc, eq, gt, isNotNull, max } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import type { Db } from '~~/server/db'
import { revision, round } from '~~/server/db/schema'

/**
 * Returns the id of the round to which a declared upload belongs; inserts the round if it is new. Declared
 * uploads with the same key share a round; the summary of the round comes from the first of them. A round
 * with a key is closed when a revision of a later round with a key is complete. Throws `round_closed` if the
 * key belongs to a closed round. Without a key, the declared upload gets a separate round if the review has a
 * round with a key, and otherwise no round (null).
 */
export async function assignRound(
  tx: Db,
  reviewId: string,
  input: { roundKey?: string; roundSummary?: string },
): Promise<string | null> {
  const keyed = and(eq(round.reviewId, reviewId), isNotNull(round.key))
  if (input.roundKey === undefined) {
    const [any] = await tx.select({ id: round.id }).from(round).where(keyed).limit(1)
    return any ? insertRound(tx, reviewId, null, input.roundSummary) : null
  }
  const [named] = await tx
    .select({ id: round.id, number: round.number })
    .from(round)
    .where(and(keyed, eq(round.key, input.roundKey)))
  if (!named) return insertRound(tx, reviewId, input.roundKey, input.roundSummary)
  const [later] = await tx
    .select({ key: round.key })
    .from(round)
    .innerJoin(revision, eq(revision.roundId, round.id))
    .where(and(keyed, gt(round.number, named.number), isNotNull(revision.completedAt)))
    .orderBy(desc(round.number))
    .limit(1)
  if (!later) return named.id
  throw new AppError('round_closed', {
    field: 'roundKey',
    message: `The round "${input.roundKey}" is closed: a later round has evidence.`,
    hint: `Use the latest key, "${later.key}", or a new one.`,
  })
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
