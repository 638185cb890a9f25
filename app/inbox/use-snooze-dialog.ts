import { pageStore } from '~/ui/page/page-store'
import type { ReviewSummary } from '#shared/contract/review-list'

const store = pageStore<ReturnType<typeof createSnoozeDialog>>('dialog that snoozes reviews')

function createSnoozeDialog() {
  const reviews = shallowRef<readonly ReviewSummary[]>([])
  let onClosed = () => {}
  return {
    /** The reviews that the open dialog snoozes; empty while it is closed. */
    reviews,
    /** Opens the dialog. Resolves when it is closed, whether the reviews were snoozed or not. */
    open(chosen: readonly ReviewSummary[]): Promise<void> {
      reviews.value = chosen
      return new Promise(resolve => {
        onClosed = resolve
      })
    },
    close() {
      reviews.value = []
      onClosed()
    },
  }
}

/** Shares the dialog that snoozes reviews with the components of the inbox. */
export const provideSnoozeDialog = () => store.provide(createSnoozeDialog())

/** The dialog that snoozes reviews of the inbox. */
export const useSnoozeDialog = () => store.use()
