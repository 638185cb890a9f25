import { and, desc, eq, gte, inArray, lt, ne, or } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewStatus } from '#shared/contract/review-status'
import { invalid } from '#shared/errors'
import { DAY } from '#shared/time'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadProject, requireRole } from '~~/server/access/reach'
import { db } from '~~/server/db'
import { project, review } from '~~/server/db/schema'
import { summarizeReviews } from './summarize'

const WEEK = 7 * DAY

/** The reviews of a project, latest activity first, a page at a time. */
export async function listReviews(
  actor: Actor,
  input: { id: string; status?: ReviewStatus; cursor?: string },
): Promise<Output<'listReviews'>> {
  const human = requireHuman(actor)
  const loaded = await loadProject(human, input.id, 'look')
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
  const page = rows.slice(0, limits.pageSize)
  const last = page.at(-1)
  return {
    reviews: await summarizeReviews(
      human,
      page.map(row => ({ review: row, project: loaded.project })),
    ),
    nextCursor: rows.length > page.length && last ? `${last.updatedAt}.${last.id}` : null,
  }
}

function readCursor(cursor: string): { updatedAt: number; id: string } {
  const match = /^(\d{1,15})\.(rev_[0-9A-Za-z]+)$/.exec(cursor)
  if (!match?.[1] || !match[2])
    throw invalid(
      'cursor',
      'cursor is not one of ours.',
      'Use the nextCursor of the page before, or leave it out to start.',
    )
  return { updatedAt: Number(match[1]), id: match[2] }
}

/** What waits for a person: each undecided review stands in the first group that fits. */
export async function readInbox(actor: Actor, input: { workspaceId?: string }): Promise<Output<'readInbox'>> {
  const human = requireHuman(actor)
  if (input.workspaceId) requireRole(human, input.workspaceId, 'look', 'workspaceId')
  const workspaces = input.workspaceId ? [input.workspaceId] : [...human.roles.keys()]
  const rows = await db
    .select({ review, project })
    .from(review)
    .innerJoin(project, eq(project.id, review.projectId))
    .where(
      and(
        inArray(project.workspaceId, workspaces),
        or(ne(review.status, 'verified'), gte(review.decidedAt, Date.now() - WEEK)),
      ),
    )
    .orderBy(desc(review.updatedAt), desc(review.id))
    .limit(2 * limits.pageSize)
  const summaries = await summarizeReviews(human, rows)
  const groupOf = (row: (typeof summaries)[number]) => {
    if (row.status === 'verified') return 'decided'
    if (row.addressedThreadCount > 0) return 'addressed'
    return row.unseenCount > 0 ? 'fresh' : 'open'
  }
  const groups = Object.groupBy(summaries, groupOf)
  return {
    addressed: groups.addressed ?? [],
    fresh: groups.fresh ?? [],
    open: groups.open ?? [],
    decided: groups.decided ?? [],
  }
}
