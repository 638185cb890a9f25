import { pageStore } from '~/ui/page/page-store'
import type { CompareView } from '~/compare/pair'
import type { CompareStep, Views } from '~/compare/compare-views'
import type { ComputedRef, Ref } from 'vue'

/** The state of the comparison in the page's URL and in the history of the browser. */
export interface CompareHistory {
  /** The view for the URL, which does not contain a comparison that has opened by itself. */
  readonly urlView: ComputedRef<CompareView | null>
  /** The latest step; null after it was added to the browser's history. */
  readonly step: Ref<CompareStep | null>
  /**
   * Restores the view and the partner that the URL contains. `names`: whether the URL contains a revision or
   * a comment; if it does, no comparison opens by itself.
   */
  restore: (view: CompareView | null, revisionId: string | null, names?: boolean) => void
}

const store = pageStore<CompareHistory>('history of the comparison')

/** The state of the page's comparison in the URL and the browser's history. */
export function useCompareHistory(): CompareHistory {
  return store.use()
}

/** Shares the state of the page's comparison in the URL and the browser's history. */
export const provideCompareHistory = ({
  beforeAfter,
  chosen,
  partnerId,
  step,
  urlView,
  openBeforeAfter,
}: Views): CompareHistory =>
  store.provide({
    urlView,
    step,
    restore(next, revisionId, names = false) {
      chosen.value = next
      partnerId.value = revisionId
      step.value = null
      if (names) beforeAfter.close()
      else openBeforeAfter()
    },
  })
