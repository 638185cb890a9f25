import { fixRevisions } from '~/review-state/fix-revisions'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef } from 'vue'

/**
 * The two revisions that show how a comment was fixed; null if there are none. The button "Not yet" reopens
 * the comment and opens the form of a reply; the two revisions stay shown until this form closes.
 */
export function useShownFix(
  thread: () => Thread,
  replying: Readonly<Ref<boolean>>,
): ComputedRef<ReturnType<typeof fixRevisions>> {
  const { artifacts } = useSelection()
  const fix = computed(() => fixRevisions(thread(), artifacts.value))
  /** The revisions that were shown last while the form of the reply is open. */
  const kept = shallowRef<typeof fix.value>(null)
  watch(
    [replying, fix],
    ([isReplying, shown]) => {
      kept.value = isReplying ? (shown ?? kept.value) : null
    },
    { flush: 'sync', immediate: true },
  )
  return computed(() => fix.value ?? kept.value)
}
