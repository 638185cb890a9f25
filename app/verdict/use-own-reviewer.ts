import type { ComputedRef } from 'vue'
import type { Reviewer } from '#shared/contract/reviewer'

/** The signed-in person among the reviewers of the page's review, with their latest verdict. */
export function useOwnReviewer(): ComputedRef<Reviewer | undefined> {
  const { me } = useSession()
  const { payload } = useReviewSource()
  return computed(() => payload.value?.reviewers.find(each => each.userId === me.value?.user.id))
}
