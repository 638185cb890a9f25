import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { invalid } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/loaders'
import { pageOf } from '~~/server/db/page'
import { listLatest, type LatestList, type Place } from './list-latest'
import { summarizeReviews } from './summarize'

type ListInput = Input<'listReviews'>

/** Lists the reviews of a project, latest activity first, a page at a time. */
export async function listReviews(human: HumanActor, input: ListInput): Promise<Output<'listReviews'>> {
  const { page, next } = pageOf(
    await listLatest(human, await projectList(human, input)),
    limits.pageSize,
    ({ review }) => `${review.updatedAt}.${review.id}`,
  )
  return { reviews: await summarizeReviews(human, page), nextCursor: next }
}

/** Returns which reviews a page has, and the first of the next one. Throws as the operation does. */
export async function projectList(human: HumanActor, input: ListInput): Promise<LatestList> {
  const { project } = await loadProject(human, input.id, 'useDashboard')
  const after = input.cursor === undefined ? undefined : readCursor(input.cursor)
  const scopes = [{ projectId: project.id }]
  return { scopes, limit: limits.pageSize + 1, status: input.status, after }
}

function readCursor(cursor: string): Place {
  const match = /^(\d{1,15})\.(rev_[0-9A-Za-z]+)$/.exec(cursor)
  if (!match?.[1] || !match[2])
    throw invalid(
      'cursor',
      'cursor is not valid.',
      'Use the nextCursor of the previous page, or leave it out for the first page.',
    )
  return { updatedAt: Number(match[1]), id: match[2] }
}
