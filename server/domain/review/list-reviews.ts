import { and, desc, eq, lt, or } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewStatus } from '#shared/contract/review-status'
import { invalid } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { pageOf } from '~~/server/db/page'
import { review } from '~~/server/db/schema'
import { summarizeReviews } from './summarize'

/** Lists the reviews of a project, latest activity first, a page at a time. */
export async function listReviews(
  human: HumanActor,
  input: { id: string; status?: ReviewStatus; cursor?: string },
): Promise<Output<'listReviews'>> {
  const loaded = await loadProject(human, input.id, 'useDashboard')
  const after = input.cursor === undefined ? undefined : readCursor(input.cursor)
  const rows = await db
    .select()
    .from(review)
    .where(
      and(
        eq(review.projectId, loaded.project.id),
        input.status && eq(review.status, input.status),
        after &&
          or(
            lt(review.updatedAt, after.updatedAt),
            and(eq(review.updatedAt, after.updatedAt), lt(review.id, after.id)),
          ),
      ),
    )
    .orderBy(desc(review.updatedAt), desc(review.id))
    .limit(limits.pageSize + 1)
  const { page, next } = pageOf(rows, limits.pageSize, last => `${last.updatedAt}.${last.id}`)
  return {
    reviews: await summarizeReviews(
      human,
      page.map(each => ({ review: each, project: loaded.project })),
    ),
    nextCursor: next,
  }
}

function readCursor(cursor: string): { updatedAt: number; id: string } {
  const match = /^(\d{1,15})\.(rev_[0-9A-Za-z]+)$/.exec(cursor)
  if (!match?.[1] || !match[2])
    throw invalid(
      'cursor',
      'cursor is not valid.',
      'Use the nextCursor of the previous page, or leave it out for the first page.',
    )
  return { updatedAt: Number(match[1]), id: match[2] }
}
