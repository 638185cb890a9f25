import { ApiError } from '#shared/client'
import type { Thread } from '#shared/contract/thread'
import { DAY } from '#shared/time'
import { commentedRevision } from '~/conversation/thread-place'
import { frameTime } from '~/annotation/time'
import { wholeFrameAt } from '~/video/video-frames'

/** Milliseconds: a comment that is older does not get its frame any more. */
const MAX_AGE = DAY

/**
 * Sends the frames that the person's comments on moments of videos are about, so that agents see them, and
 * those of guests and agents, who send none. A comment is whole without its frame, so failures are not shown:
 * what was not sent because the server could not be reached, or because the page was closed, is sent later,
 * within a day.
 */
export function useFrameUploads(): void {
  const api = useApi()
  const { threads, completedArtifacts } = useReviewSource()
  const { canAnnotate } = useReviewAccess()
  const { put } = useThreadChanges()
  const { me } = useSession()
  const { offline, sessionExpired } = useConnection()
  /** Ids of the threads whose frame was sent or is being sent. */
  const begun = new Set<string>()
  let last = Promise.resolve()

  const isMissing = ({ hasFrame, timestampMs, comments: [first], createdAt }: Thread) =>
    !hasFrame &&
    timestampMs !== null &&
    (first?.author.type !== 'human' || first.author.id === me.value?.user.id) &&
    Date.now() - Date.parse(createdAt) < MAX_AGE
  const missing = computed(() =>
    canAnnotate && !offline.value && !sessionExpired.value ? threads.value.filter(isMissing) : [],
  )

  async function send(thread: Thread) {
    const { threadId: id } = thread
    const ms = frameTime(thread)
    const { embedUrl } = commentedRevision(thread, completedArtifacts.value) ?? {}
    if (!embedUrl || ms === null) return
    try {
      const body = await wholeFrameAt(embedUrl, ms)
      await api('PUT /api/threads/{id}/frame', { params: { id }, body })
      // A reply may have arrived during the request.
      const current = threads.value.find(each => each.threadId === id)
      if (current) put({ ...current, hasFrame: true })
    } catch (error) {
      if (error instanceof ApiError && (error.offline || error.status === 401)) begun.delete(id)
    }
  }

  onMounted(() => {
    watch(
      missing,
      now => {
        for (const thread of now.filter(each => !begun.has(each.threadId))) {
          begun.add(thread.threadId)
          last = last.then(() => send(thread))
        }
      },
      { immediate: true },
    )
  })
}
