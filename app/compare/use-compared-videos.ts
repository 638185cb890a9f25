import { frameTime } from '~/annotation/time'
import { useSheetPlayback, type SheetPlayback } from '~/video/use-sheet-playback'

/**
 * The playback of the videos in a comparison or a contact sheet. It starts at the position of the video on
 * the stage. When the view is closed, the stage continues at the last position of the playback. Writing a
 * comment pauses the videos; opening a comment seeks to the video time of the comment.
 */
export function useComparedVideos(): SheetPlayback {
  const { artifact } = useSelection()
  const { thread, focusRequest } = useThreadSelection()
  const time = useVideoTime()
  const playback = useSheetPlayback()
  if (artifact.value?.kind === 'video') playback.seconds.value = time.value.seconds
  // Runs synchronously, because an opened cell replaces the contact sheet before other watchers run.
  watch(
    [playback.seconds, artifact],
    ([seconds, now]) => {
      if (now?.kind !== 'video') return
      const resumeAt = { artifactId: now.id, focusRequest: focusRequest.value, seconds }
      time.value = { ...time.value, seconds, pause: playback.pause, resumeAt }
    },
    { immediate: true, flush: 'sync' },
  )
  watch(focusRequest, () => {
    const selected = thread.value
    const ms = selected ? frameTime(selected) : null
    if (ms === null || selected?.artifactId !== artifact.value?.id) return
    playback.pause()
    playback.seek(ms / 1000)
  })
  return playback
}
