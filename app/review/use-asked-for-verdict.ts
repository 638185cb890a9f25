import type { ComputedRef } from 'vue'

/** Whether the signed-in person is asked for a verdict on the page's review, and has not given it yet. */
export function useAskedForVerdict(): ComputedRef<boolean> {
  const { me } = useSession()
  const { payload } = useReviewSource()
  return computed(
    () => payload.value?.reviewers.some(each => each.isAwaited && each.userId === me.value?.user.id) ?? false,
  )
}
