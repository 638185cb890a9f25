import type { ComputedRef } from 'vue'

/** Whether the signed-in person is asked for a verdict on the page's review and has not set it yet. */
export function useAskedForVerdict(): ComputedRef<boolean> {
  const own = useOwnReviewer()
  return computed(() => own.value?.isAwaited ?? false)
}
