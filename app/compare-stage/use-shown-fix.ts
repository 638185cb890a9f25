import { fixRevisions } from '~/conversation/thread-place'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef } from 'vue'

/**
 * The two revisions that show how a comment was fixed; null if there are none. A person who says that it is
 * not fixed yet sees them until the form of the reply closes, although the comment is open again.
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
