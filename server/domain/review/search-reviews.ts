import { and, asc, desc, eq, or, sql, type Column, type SQL } from 'drizzle-orm'
import type { SQLiteSelect } from 'drizzle-orm/sqlite-core'
import type { ReviewSort } from '#shared/contract/review-list'
import type { ReviewStatus } from '#shared/contract/review-status'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { contains, lowerAscii } from '~~/server/db/contains'
import { review } from '~~/server/db/schema'
import { selectListed, selectVersions, type ListedReview, type ListedVersion } from './list-latest'

type ReviewRow = typeof review.$inferSelect

/** The conditions for the reviews on a page of a project, and their order. */
export interface SearchedList {
  projectId: string
  limit: number
  status?: ReviewStatus
  /** A text that at least one of the searched fields must contain. */
  search?: string
  sort: ReviewSort
  /** The sort key and id of a review. Only reviews that follow it are listed. */
  after?: { key: string | number; id: string }
}

/** Returns the sort key of a text that may be missing. Rows without a text are sorted last. */
const present = (text: string | null) => (text ? `0${lowerAscii(text)}` : '1')
const presentColumn = (column: Column) =>
  sql`case when coalesce(${column}, '') = '' then '1' else '0' || lower(${column}) end`

/** The statuses by ascending sort key. Lists are sorted by descending key, so `open` comes first. */
const places = ['verified', 'changes_requested', 'open'] as const satisfies ReviewStatus[]

/** Returns the sort key of a review. */
export function sortKeyOf(row: ReviewRow, sort: ReviewSort): string | number {
  switch (sort) {
    case 'title':
      return lowerAscii(row.title)
    case 'branch':
      return present(row.branch)
    case 'author':
      return present(row.createdBy)
    case 'status':
      return places.indexOf(row.status)
    case 'created':
      return row.createdAt
    case 'updated':
      return row.updatedAt
  }
}

const sortColumns: Record<ReviewSort, SQL> = {
  title: sql`lower(${review.title})`,
  branch: presentColumn(review.branch),
  author: presentColumn(review.createdBy),
  status: sql`case ${review.status} when 'open' then 2 when 'changes_requested' then 1 else 0 end`,
  created: sql`${review.createdAt}`,
  updated: sql`${review.updatedAt}`,
}

/**
 * Returns whether a list is sorted by a text. Such a list is in ascending order; all other lists are in
 * descending order.
 */
export const sortsByText = (sort: ReviewSort): boolean => ['title', 'branch', 'author'].includes(sort)

function conditions({ projectId, status, search, sort, after }: SearchedList): SQL | undefined {
  const column = sortColumns[sort]
  const comparison = sortsByText(sort) ? sql`>` : sql`<`
  return and(
    eq(review.projectId, projectId),
    status && eq(review.status, status),
    search === undefined
      ? undefined
      : or(
          ...[review.title, review.branch, review.prRef, review.createdBy].map(each =>
            contains(each, search),
          ),
        ),
    after &&
      or(
        sql`${column} ${comparison} ${after.key}`,
        sql`(${column} = ${after.key} and ${review.id} < ${after.id})`,
      ),
  )
}

function order(sort: ReviewSort): SQL[] {
  return [sortsByText(sort) ? asc(sortColumns[sort]) : desc(sortColumns[sort]), desc(review.id)]
}

/** Adds the conditions of a search, its order and its limit to a query of reviews. */
const inSearch = <Query extends SQLiteSelect>(query: Query, list: SearchedList) =>
  query
    .where(conditions(list))
    .orderBy(...order(list.sort))
    .limit(list.limit)

/**
 * Lists the reviews that match a search. Unlike `listLatest`, this function reads every review of the
 * project.
 */
export async function searchReviews(list: SearchedList): Promise<ListedReview[]> {
  return inSearch(selectListed(db), list)
}

/** Returns the versions by which a client finds out whether the list of {@link searchReviews} has changed. */
export async function searchVersions(human: HumanActor, list: SearchedList): Promise<ListedVersion[]> {
  return inSearch(selectVersions(db, human.id), list)
}
