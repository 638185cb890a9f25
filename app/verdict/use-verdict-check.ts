import { pageStore } from '~/ui/page/page-store'
import type { Conversation } from '~/conversation/use-conversation'
import type { ComputedRef } from 'vue'

/** Asks for a confirmation before a review with open comments is verified. */
export interface VerdictCheck {
  /** The number of open comments while the confirmation is shown; null otherwise. */
  readonly asksAbout: ComputedRef<number | null>
  /**
   * Resolves to true if there are no open comments; otherwise asks the person, and resolves to whether the
   * person confirmed.
   */
  confirm: () => Promise<boolean>
  /** Resolves `confirm` to the choice of the person, and closes the confirmation. */
  answer: (verify: boolean) => void
}

const store = pageStore<VerdictCheck>('verdict check')

/** The confirmation before the page's review is verified with open comments. */
export function useVerdictCheck(): VerdictCheck {
  return store.use()
}

/** Shares the confirmation with the page's components. */
export function provideVerdictCheck({ counts }: Conversation): VerdictCheck {
  const settle = shallowRef<(verify: boolean) => void>()

  function answer(verify: boolean) {
    settle.value?.(verify)
    settle.value = undefined
  }

  return store.provide({
    asksAbout: computed(() => (settle.value ? counts.value.open : null)),
    answer,
    confirm() {
      answer(false)
      if (counts.value.open === 0) return Promise.resolve(true)
      return new Promise(resolve => {
        settle.value = resolve
      })
    },
  })
}
