import { pageStore } from '~/ui/page/page-store'
import type { Ref } from 'vue'
import type { ReviewStatus } from '#shared/contract/review-status'

/** The choices of the card: each verdict, and `comment`, which only sends the comments. */
export type VerdictChoice = 'comment' | Exclude<ReviewStatus, 'open'>

/** The card in which people give a verdict, ask others for one, and send their pending comments. */
export interface VerdictCard {
  readonly isOpen: Ref<boolean>
  /** The choice in the card; undefined until the person makes one, or the card is opened with one. */
  readonly choice: Ref<VerdictChoice | undefined>
  /**
   * Opens the card with a choice, or with its previous choice. The comment field gets the focus, on a touch
   * screen the card.
   */
  open: (choice?: VerdictChoice) => void
  close: () => void
}

/** The id of the element of the card, for the buttons that open it. */
export const verdictCardId = 'verdict-card'

const store = pageStore<VerdictCard>('verdict card')

/** The card of the page's verdict. */
export function useVerdictCard(): VerdictCard {
  return store.use()
}

/** Shares the card with the page's components. */
export function provideVerdictCard(): VerdictCard {
  const isOpen = ref(false)
  const choice = ref<VerdictChoice>()
  const element = () => document.getElementById(verdictCardId)
  return store.provide({
    isOpen,
    choice,
    open(chosen) {
      if (chosen) choice.value = chosen
      // Checks the element instead of `isOpen`, which changes a moment after the element: a key pressed right
      // after the card was closed must open it again.
      const card = element()
      if (!card?.matches(':popover-open')) card?.showPopover()
    },
    close() {
      if (isOpen.value) element()?.hidePopover()
    },
  })
}
