import { and, desc, eq, isNotNull, max } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import type { Db } from '~~/server/db'
import { round } from '~~/server/db/schema'

/**
 * The round a declaration belongs to. A key groups; only the latest key may be used again (`round_closed`
 * otherwise), and its first declaration sets the summary. Without a key: the baseline (null) until the review
 * has a keyed round, after that a standalone round.
 */
export async function roundFor(
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
  if (input.roundKey === undefined) return latest ? open(tx, reviewId, null, input.roundSummary) : null
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
  return open(tx, reviewId, input.roundKey, input.roundSummary)
}

async function open(
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
