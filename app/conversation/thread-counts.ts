import { filterCounts } from '~/review-state/status-filter'
import { threadTotals } from '~/review-state/thread-totals'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef } from 'vue'
import type { Placed, ThreadScope } from './use-thread-list'
import type { ThreadSearch } from './use-thread-search'

/** The threads that are counted. */
interface CountedThreads {
  /** Whether the scope is the whole review. */
  isAll: ComputedRef<boolean>
  /** The ids of the artifacts on the stage or on the open contact sheet. */
  shownIds: ComputedRef<ReadonlySet<string>>
  /** The threads of the chosen status that match the search. */
  matching: ComputedRef<Thread[]>
  inScope: (thread: Placed) => boolean
  isInArtifactScope: (thread: Placed) => boolean
}

/**
 * Counts the threads by scope and by status. Until all threads are loaded, uses the counts of the server,
 * except during a search, which needs the threads.
 */
export function createThreadCounts(
  { source: { payload, isPartial }, selected: { filter: status } }: Pick<ReviewState, 'source' | 'selected'>,
  { query, filter, matches }: Pick<ThreadSearch, 'query' | 'filter' | 'matches'>,
  { isAll, shownIds, matching, inScope, isInArtifactScope }: CountedThreads,
) {
  const isCounted = computed(() => isPartial.value && query.value.trim() === '' && filter.value === 'all')
  /** Returns the totals of the server in a scope. */
  const totalsIn = (scope: ThreadScope) => {
    const all = threadTotals(payload.value)
    if (scope === 'review') return all
    const others = new Set(payload.value?.artifacts.map(({ id }) => id).filter(id => !shownIds.value.has(id)))
    const elsewhere = threadTotals(payload.value, others)
    return {
      open: all.open - elsewhere.open,
      addressed: all.addressed - elsewhere.addressed,
      resolved: all.resolved - elsewhere.resolved,
    }
  }
  const countOf = (counted: ThreadStatus) =>
    matches.value.filter(each => each.status === counted && inScope(each)).length
  return {
    scopeCounts: computed(() =>
      isCounted.value
        ? {
            artifact: filterCounts(totalsIn('artifact'))[status.value],
            review: filterCounts(totalsIn('review'))[status.value],
          }
        : { artifact: matching.value.filter(isInArtifactScope).length, review: matching.value.length },
    ),
    counts: computed(() =>
      filterCounts(
        isCounted.value
          ? totalsIn(isAll.value ? 'review' : 'artifact')
          : { open: countOf('open'), addressed: countOf('addressed'), resolved: countOf('resolved') },
      ),
    ),
    /** Returns the server's count of the threads on artifacts; undefined if its counts are not shown. */
    serverCountOf: computed(() =>
      isCounted.value
        ? (ids?: ReadonlySet<string>) => filterCounts(threadTotals(payload.value, ids))[status.value]
        : undefined,
    ),
  }
}
