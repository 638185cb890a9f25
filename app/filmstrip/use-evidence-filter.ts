import { mayBeCollapsed } from '#shared/review/changes'
import { findByWords } from '~/ui/lists/find-by-words'
import { pageStore } from '~/ui/page/page-store'
import type { Artifact } from '#shared/contract/artifact'
import type { ComputedRef, Ref } from 'vue'

/** The filter of the filmstrip. Only evidence that matches all chosen conditions is listed. */
export interface EvidenceFilter {
  /** The words that the title, route or scenario must contain. */
  readonly words: Ref<string>
  /** Whether only evidence with open comments is listed. */
  readonly isCommented: Ref<boolean>
  /** Whether only evidence is listed that differs from the accepted revision. */
  readonly isChanged: Ref<boolean>
  /**
   * Whether only evidence is listed that a person still has to look at: no person has approved it, and it
   * does not look the same as an accepted revision, or has unresolved comments.
   */
  readonly isToLookAt: Ref<boolean>
  /** Whether a condition is chosen. */
  readonly isOn: ComputedRef<boolean>
  /** Removes all conditions. */
  clear: () => void
  /** Returns the evidence that matches. `hasComments` returns whether evidence has open comments. */
  filter: (artifacts: Artifact[], hasComments: (artifact: Artifact) => boolean) => Artifact[]
}

const store = pageStore<EvidenceFilter>('evidence filter')

/** The filter of the page's filmstrip. */
export function useEvidenceFilter(): EvidenceFilter {
  return store.use()
}

/** Shares the filter of the filmstrip with the page's components. */
export function provideEvidenceFilter(): EvidenceFilter {
  const words = ref('')
  const [isCommented, isChanged, isToLookAt] = [ref(false), ref(false), ref(false)]
  return store.provide({
    words,
    isCommented,
    isChanged,
    isToLookAt,
    isOn: computed(
      () => words.value.trim() !== '' || isCommented.value || isChanged.value || isToLookAt.value,
    ),
    clear() {
      words.value = ''
      isCommented.value = isChanged.value = isToLookAt.value = false
    },
    filter: (artifacts, hasComments) =>
      findByWords(artifacts, words.value, each => [each.title, each.route, each.scenario].join(' ')).filter(
        each =>
          (!isCommented.value || hasComments(each)) &&
          (!isChanged.value || each.currentRevision?.baseline?.status === 'changed') &&
          (!isToLookAt.value || (each.approval === null && !mayBeCollapsed(each))),
      ),
  })
}
