import type { Revision } from '#shared/contract/artifact'
import { wholeFrameAt } from '~/video/video-frames'

/** The ids of the revisions whose poster this tab has sent. A module variable: used in the browser only. */
const started = new Set<string>()

/**
 * Sends the first frame of a video without a poster to the server, which cannot decode videos. The frame is
 * sent only for members who may send evidence, and only while the video is on the page. Failures are not
 * shown: the next person who opens the video sends the frame.
 */
export function usePosterUpload(revision: () => Revision): void {
  const api = useApi()
  const { canIn } = useWorkspace()
  const { payload } = useReviewSource()
  const { canAnnotate } = useReviewAccess()
  onMounted(() => {
    watch(
      revision,
      async ({ id, embedUrl, posterUrl, mediaState }) => {
        if (posterUrl !== null || embedUrl === null || mediaState !== 'active' || started.has(id)) return
        if (!canAnnotate || !canIn(payload.value?.project.workspaceId, 'contribute')) return
        started.add(id)
        await wholeFrameAt(embedUrl, 0)
          .then(body => api('PUT /api/revisions/{id}/poster', { params: { id }, body }))
          .catch(() => {})
      },
      { immediate: true },
    )
  })
}
