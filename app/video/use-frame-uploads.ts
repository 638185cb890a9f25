import { ApiError } from '#shared/client'
import type { Thread } from '#shared/contract/thread'
import { shapesOf } from '#shared/annotation/shapes'
import { DAY } from '#shared/time'
import { commentedRevision } from '~/review-state/fix-revisions'
import { frameTime } from '~/annotation/time'
import { framesBetween } from '~/video/range-picture'
import { wholeFrameAt } from '~/video/video-frames'

/** Milliseconds: the frame of a comment is no longer sent if the comment is older than this. */
const MAX_AGE = DAY

/**
 * Sends the video frames at the video times of comments to the server, so that agents see them. Sends the
 * frames for the person's own comments, and for comments of guests and agents, who cannot send frames.
 * Failures are not shown, because a comment is complete without its frame. If a frame was not sent because
 * the server could not be reached or the page was closed, it is sent later, within a day.
 */
export function useFrameUploads(): void {
  const api = useApi()
  const { threads, completedArtifacts } = useReviewSource()
  const { canAnnotate } = useReviewAccess()
  const { put } = useThreadChanges()
  const { me } = useSession()
  const { offline, sessionExpired } = useConnection()
  /** The ids of the threads whose frame was sent or is being sent. */
  const started = new Set<string>()
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
      const { timestampMs, endMs } = thread
      // A range without a mark is about a movement, which one frame does not show.
      const isRange = timestampMs !== null && endMs !== null && shapesOf(thread).length === 0
      const body = await (isRange ? framesBetween(embedUrl, timestampMs, endMs) : wholeFrameAt(embedUrl, ms))
      await api('PUT /api/threads/{id}/frame', { params: { id }, body })
      // Uses the current thread, because a reply may have arrived during the request.
      const current = threads.value.find(each => each.threadId === id)
      if (current) put({ ...current, hasFrame: true })
    } catch (error) {
      if (error instanceof ApiError && (error.offline || error.status === 401)) started.delete(id)
    }
  }

  onMounted(() => {
    watch(
      missing,
      now => {
        for (const thread of now.filter(each => !started.has(each.threadId))) {
          started.add(thread.threadId)
          last = last.then(() => send(thread))
        }
      },
      { immediate: true },
    )
  })
}
