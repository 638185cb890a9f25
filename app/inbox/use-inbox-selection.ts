import { pageStore } from '~/ui/page/page-store'
import type { ReviewSummary } from '#shared/contract/review-list'

const store = pageStore<ReturnType<typeof createSelection>>('selection of reviews')

/** `reviews`: the reviews of the inbox. A selected review that leaves the inbox is no longer selected. */
function createSelection(reviews: () => readonly ReviewSummary[]) {
  const ids = ref<ReadonlySet<string>>(new Set())
  const selected = computed(() => reviews().filter(each => ids.value.has(each.id)))
  return {
    /** The selected reviews, in the order of the inbox. */
    selected,
    isSelected: (id: string) => selected.value.some(each => each.id === id),
    toggle(id: string) {
      const next = new Set(ids.value)
      if (!next.delete(id)) next.add(id)
      ids.value = next
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
