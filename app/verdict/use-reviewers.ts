import type { Reviewer } from '#shared/contract/reviewer'
import { text } from '~/text/review'

/**
 * The reviewers of the page's review, who are asked for a verdict or have set one, and the people who can be
 * asked.
 */
export function useReviewers() {
  const api = useApi()
  const { id, payload, refresh } = useReviewSource()
  const { announce } = useAnnouncements()
  const { canIn } = useWorkspace()
  const workspaceId = computed(() => payload.value?.project.workspaceId ?? '')
  const reviewers = computed(() => payload.value?.reviewers ?? [])
  const requestedIds = computed(() =>
    reviewers.value.filter(each => each.isRequested).map(each => each.userId),
  )
  const canRequest = computed(() => canIn(workspaceId.value, 'requestReviewers'))

  const { data } = useMembers(() => workspaceId.value, { server: false, immediate: canRequest.value })
  const { run: choose, failure } = useAction(async (userIds: string[], done: string) => {
    await api('PUT /api/reviews/{id}/reviewers', { params: { id }, body: { userIds } })
    await refresh()
    announce(done)
  })

  /** The people of the workspace who have not been asked yet. */
  const candidates = computed(
    () => data.value?.members.filter(each => !requestedIds.value.includes(each.userId)) ?? [],
  )

  return {
    reviewers,
    canRequest,
    candidates,
    /** Asks a person for a verdict, and announces the request to screen readers. */
    request(userId: string) {
      const name = candidates.value.find(each => each.userId === userId)?.name
      if (name) void choose([...requestedIds.value, userId], text.reviewers.isAsked(name))
    },
    /** Withdraws the request for a person's verdict, and announces this to screen readers. */
    withdraw: ({ userId, name }: Reviewer) =>
      choose(
        requestedIds.value.filter(each => each !== userId),
        text.reviewers.isNotAsked(name),
      ),
    failure,
  }
}
