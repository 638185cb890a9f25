import { createPlaybackSpeed, type PlaybackSpeed } from '~/video/playback-speed'
import { lengthOf, type VideoGroup } from '~/video/use-video-group'

/** Plays all videos of a contact sheet or a comparison together. */
export interface SheetPlayback
  extends
    Pick<VideoGroup, 'seconds' | 'duration' | 'isInView' | 'add' | 'remove' | 'seek'>,
    Omit<PlaybackSpeed, 'run'> {
  pause: () => void
}

/** Seconds: a video that differs by more than this from the common position is set to that position. */
const DRIFT = 0.15

/**
 * The playback of a contact sheet or a comparison. The longest video determines the position; shorter videos
 * stay at their last frame after their end.
 */
export function useSheetPlayback(): SheetPlayback {
  const group = useVideoGroup(() => playback.speed.value)
  const { seconds, duration, seek } = group
  let request = 0
  const { run, ...playback } = createPlaybackSpeed({
    play: rate => void play(rate),
    pause() {
      cancelAnimationFrame(request)
      for (const video of group.all()) video.pause()
    },
    position: () => seconds.value,
    duration: () => duration.value,
    seek,
    isSeeking: () => group.longest()?.seeking ?? false,
    step: group.step,
  })
  const { speed, loop } = playback
  const pause = () => run(0)

  /**
   * Runs in every animation frame. Seeks each video whose position differs too much from the position of the
   * longest video.
   */
  function follow() {
    const first = group.longest()
    if (!first) return pause()
    seconds.value = first.currentTime
    if (first.ended && !loop.value) return pause()
    if (first.ended) {
      seek(0)
      return run(speed.value)
    }
    for (const video of group.all()) {
      const at = Math.min(first.currentTime, lengthOf(video))
      const isOff = Math.abs(video.currentTime - at) > DRIFT
      if (video !== first && isOff && !video.seeking) video.currentTime = at
    }
    request = requestAnimationFrame(follow)
  }

  /** Starts the videos that are loaded. The other videos start when they are loaded. */
  async function play(rate: number) {
    if (seconds.value >= duration.value) seek(0)
    const isStarted = await group.play(rate).then(
      () => true,
      () => false,
    )
    if (speed.value !== rate) return
    if (!isStarted) return pause()
    cancelAnimationFrame(request)
    request = requestAnimationFrame(follow)
  }

  onBeforeUnmount(pause)

  return {
    ...playback,
    seconds,
    duration,
    isInView: group.isInView,
    add: group.add,
    remove(video) {
      group.remove(video)
      // Does not reset the position, so that the videos of the next view continue at the position.
      if (group.all().length === 0) pause()
    },
    pause,
    seek,
  }
}
