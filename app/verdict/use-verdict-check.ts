import { pageStore } from '~/ui/page/page-store'
import type { Conversation } from '~/conversation/use-conversation'
import type { ComputedRef } from 'vue'

/** Asks before a review with open comments is verified. */
export interface VerdictCheck {
  /** The number of open comments while the question is open, else null. */
  readonly asksAbout: ComputedRef<number | null>
  /** Resolves to whether to verify the review: true without open comments, else the person's answer. */
  confirm: () => Promise<boolean>
  /** Answers the question and closes it. */
  answer: (verify: boolean) => void
}

const store = pageStore<VerdictCheck>('verdict check')

/** The question whether to verify the page's review with open comments. */
export function useVerdictCheck(): VerdictCheck {
  return store.use()
}

/** Shares the question with the page's components. */
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
