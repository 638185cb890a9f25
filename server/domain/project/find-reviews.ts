import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { Caller } from '~~/server/access/actor'
import { listCatalog } from './list-catalog'

/** Lists the reviews that the caller may see, newest first, one page at a time. */
export async function findReviews(
  caller: Caller,
  { limit = limits.pageSize, ...input }: Input<'findReviews'>,
): Promise<Output<'findReviews'>> {
  const { projects, nextCursor = null } = await listCatalog(caller, { ...input, limit })
  const reviews = projects.flatMap(({ id, reviews }) => reviews.map(each => ({ ...each, projectId: id })))
  return { reviews: reviews.toSorted((a, b) => (a.id < b.id ? 1 : -1)), nextCursor }
}
