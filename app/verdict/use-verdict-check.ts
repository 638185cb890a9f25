import { mayBeCollapsed } from '#shared/review/changes'
import { pageStore } from '~/ui/page/page-store'
import type { Conversation } from '~/conversation/use-conversation'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { Artifact } from '#shared/contract/artifact'
import type { ComputedRef } from 'vue'

/** The remaining work in a review. All numbers of a review that is done are 0. */
export interface RemainingWork {
  /** The number of comments that are not resolved. */
  openComments: number
  /** The number of open comments that have the label "blocker". */
  blockers: number
  /** The number of open comments that an agent has addressed and no one has checked. */
  toCheck: number
  /**
   * The number of pieces of evidence of which the person has not seen the current revision. A piece that
   * looks as it was accepted is not counted, and neither is the revision on the stage.
   */
  unopened: number
}

/** The remaining work before the review is verified, and the confirmation that names this work. */
export interface VerdictCheck {
  readonly left: ComputedRef<RemainingWork>
  /** The pieces of evidence that `left` counts as not seen. */
  readonly unopened: ComputedRef<readonly Artifact[]>
  /** Whether nothing is left to do. */
  readonly isDone: ComputedRef<boolean>
  /** Whether the confirmation is shown. */
  readonly isAsking: ComputedRef<boolean>
  /**
   * Resolves to true if nothing is left to do; otherwise asks the person, and resolves to whether the person
   * confirmed.
   */
  confirm: () => Promise<boolean>
  /** Resolves `confirm` to the choice of the person, and closes the confirmation. */
  answer: (verify: boolean) => void
}

const store = pageStore<VerdictCheck>('verdict check')

/** The remaining work before the page's review is verified, and the confirmation that names this work. */
export function useVerdictCheck(): VerdictCheck {
  return store.use()
}

/** Shares the remaining work, and the confirmation, with the page's components. */
export function provideVerdictCheck(state: ReviewState, { counts }: Conversation): VerdictCheck {
  const unopened = useUnopened(state)
  const left = useLeftToDo(state, counts, unopened)
  const isDone = computed(() => Object.values(left.value).every(each => each === 0))
  const settle = shallowRef<(verify: boolean) => void>()

  function answer(verify: boolean) {
    settle.value?.(verify)
    settle.value = undefined
  }

  return store.provide({
    left,
    unopened,
    isDone,
    isAsking: computed(() => settle.value !== undefined),
    answer,
    confirm() {
      answer(false)
      if (isDone.value) return Promise.resolve(true)
      return new Promise(resolve => {
        settle.value = resolve
      })
    },
  })
}

function useUnopened({
  source,
  readState: { unseenRevisions },
  selection: { revision },
}: ReviewState): ComputedRef<readonly Artifact[]> {
  return computed(() =>
    source.completedArtifacts.value.filter(
      each =>
        unseenRevisions.value.has(each.currentRevision?.id ?? '') &&
        each.currentRevision?.id !== revision.value?.id &&
        !mayBeCollapsed(each),
    ),
  )
}

function useLeftToDo(
  { source }: ReviewState,
  counts: Conversation['counts'],
  unopened: ComputedRef<readonly Artifact[]>,
): ComputedRef<RemainingWork> {
  return computed(() => {
    const blockers = source.threads.value.filter(
      each => each.status !== 'resolved' && each.label === 'blocker',
    )
    return {
      openComments: counts.value.open,
      blockers: blockers.length,
      toCheck: counts.value.addressed,
      unopened: unopened.value.length,
    }
  })
}
