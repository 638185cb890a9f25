import { pageStore } from '~/ui/page/page-store'
import type { ReviewSummary } from '#shared/contract/review-list'

const store = pageStore<ReturnType<typeof createSelection>>('selection of reviews')

/**
 * `reviews`: the listed reviews of the inbox, in their order. A selected review that leaves the inbox, or
 * that a filter hides, does not count as selected.
 */
function createSelection(reviews: () => readonly ReviewSummary[]) {
  const ids = ref<ReadonlySet<string>>(new Set())
  const selected = computed(() => reviews().filter(each => ids.value.has(each.id)))
  /** The review that was selected or deselected last. */
  let last: string | undefined
  return {
    /** The selected reviews, in the order of the inbox. */
    selected,
    isSelected: (id: string) => selected.value.some(each => each.id === id),
    toggle(id: string) {
      const next = new Set(ids.value)
      if (!next.delete(id)) next.add(id)
      ids.value = next
      last = id
    },
    /** Selects the reviews from the one that was selected last to the review with the given id. */
    selectTo(id: string) {
      const listed = reviews().map(each => each.id)
      const [from, to] = [listed.indexOf(last ?? id), listed.indexOf(id)].toSorted((a, b) => a - b)
      ids.value = new Set([...ids.value, ...listed.slice(from === -1 ? to : from, (to ?? 0) + 1)])
      last = id
    },
    clear() {
      ids.value = new Set()
    },
  }
}

/** Shares the selection of reviews in the inbox with the components of the page. */
export const provideInboxSelection = (reviews: () => readonly ReviewSummary[]) =>
  store.provide(createSelection(reviews))

/** The reviews that are selected in the inbox, to be changed together. */
export const useInboxSelection = () => store.use()
