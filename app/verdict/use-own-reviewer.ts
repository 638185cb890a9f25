import type { ComputedRef } from 'vue'
import type { Reviewer } from '#shared/contract/reviewer'

/** The entry of the signed-in person in the list of reviewers. It contains the person's latest verdict. */
export function useOwnReviewer(): ComputedRef<Reviewer | undefined> {
  const { me } = useSession()
  const { payload } = useReviewSource()
  return computed(() => payload.value?.reviewers.find(each => each.userId === me.value?.user.id))
}
