import { pageStore } from '~/ui/page/page-store'
import type { ComputedRef } from 'vue'
import type { ReviewLoader } from './review-loader'
import type { ReviewSource } from './use-review-source'

/** The permissions of the person on the page's review, as a member or through a share link. */
export interface ReviewAccess {
  /** Whether the person is a member. Only members can resolve comments and set a verdict. */
  readonly canAnnotate: boolean
  /** Whether the person can comment and reply: as a member, or as a guest. */
  readonly canComment: ComputedRef<boolean>
  /** The id of the person as an author of comments: a user id or a guest id. */
  readonly authorId: ComputedRef<string | undefined>
}

const store = pageStore<ReviewAccess>('review access')

/** The permissions of the person on the page. */
export function useReviewAccess(): ReviewAccess {
  return store.use()
}

/** Shares the permissions of the person with the page's components. */
export function provideReviewAccess(
  { canAnnotate }: Pick<ReviewLoader, 'canAnnotate'>,
  { share }: ReviewSource,
): ReviewAccess {
  const { me } = useSession()
  return store.provide({
    canAnnotate,
    canComment: computed(() => canAnnotate || share.value?.allowComments === true),
    authorId: computed(() => (canAnnotate ? me.value?.user.id : (share.value?.guestId ?? undefined))),
  })
}
