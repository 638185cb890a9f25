import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { invalid } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/loaders'
import { pageOf } from '~~/server/db/page'
import { listLatest, listVersions, type ListedVersion } from './list-latest'
import { sortsByText, searchReviews, searchVersions, sortKeyOf, type SearchedList } from './search-reviews'
import { summarizeReviews } from './summarize'

type ListInput = Input<'listReviews'>

/** Lists the reviews of a project that match a search, in the order of `sort`, one page at a time. */
export async function listReviews(human: HumanActor, input: ListInput): Promise<Output<'listReviews'>> {
  const list = await projectList(human, input)
  const { page, next } = pageOf(
    await (isLatest(input) ? listLatest(latestOf(list)) : searchReviews(list)),
    limits.pageSize,
    ({ review }) => `${sortKeyOf(review, list.sort)}.${review.id}`,
  )
  return { reviews: await summarizeReviews(human, page), nextCursor: next }
}

/**
 * Returns the versions by which a client finds out whether a page of reviews has changed. Throws as {@link
 * listReviews} does.
 */
export async function listedVersions(human: HumanActor, input: ListInput): Promise<ListedVersion[]> {
  const list = await projectList(human, input)
  return isLatest(input) ? listVersions(human, latestOf(list)) : searchVersions(human, list)
}

/** Returns whether the list can be read in the order of an index. */
const isLatest = ({ search, sort }: ListInput) => search === undefined && sort === 'updated'

const latestOf = ({ projectId, limit, status, after }: SearchedList) => ({
  projectId,
  limit,
  status,
  after: after && { updatedAt: Number(after.key), id: after.id },
})

async function projectList(human: HumanActor, input: ListInput): Promise<SearchedList> {
  const { project } = await loadProject(human, input.id, 'useDashboard')
  const { status, search, sort } = input
  const after = input.cursor === undefined ? undefined : readCursor(input.cursor, sort)
  return { projectId: project.id, limit: limits.pageSize + 1, status, search, sort, after }
}

function readCursor(cursor: string, sort: ListInput['sort']): SearchedList['after'] {
  const [, key, id] = /^(.*)\.(rev_[0-9A-Za-z]+)$/s.exec(cursor) ?? []
  if (key === undefined || id === undefined || (!sortsByText(sort) && !/^\d{1,15}$/.test(key)))
    throw invalid(
      'cursor',
      'cursor is not valid.',
      'Use the nextCursor of the previous page, or leave it out for the first page.',
    )
  return { key: sortsByText(sort) ? key : Number(key), id }
}
