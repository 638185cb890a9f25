import { shuttle } from '~/annotation/playback'
import { createRewind } from '~/video/rewind'
import { lengthOf, type VideoGroup } from '~/video/use-video-group'
import type { Ref } from 'vue'

/** Plays all videos of a contact sheet or a comparison together. */
export interface SheetPlayback extends Pick<
  VideoGroup,
  'seconds' | 'duration' | 'isInView' | 'add' | 'remove' | 'seek'
> {
  /** The current speed: 0 while paused, negative while the videos play backwards. */
  readonly speed: Readonly<Ref<number>>
  /** The speed at which `toggle` plays. */
  readonly chosen: Readonly<Ref<number>>
  readonly loop: Ref<boolean>
  pause: () => void
  toggle: () => void
  /** Sets the speed at which `toggle` plays. Videos that play forwards continue at this speed. */
  choose: (speed: number) => void
  /** Pauses all videos, and moves the position by a number of frames of the longest video. */
  frame: (by: number) => void
  shuttle: (key: 'back' | 'stop' | 'forward') => void
}

/** Seconds: a video that differs by more than this from the common position is set to that position. */
const DRIFT = 0.15

/**
 * The playback of a contact sheet or a comparison. The longest video determines the position; shorter videos
 * stay at their last frame after their end.
 */
export function useSheetPlayback(): SheetPlayback {
  const speed = ref(0)
  const chosen = ref(1)
  const loop = ref(false)
  const group = useVideoGroup(() => speed.value)
  const { seconds, duration, seek } = group
  let request = 0

  const rewind = createRewind({
    isSeeking: () => group.longest()?.seeking ?? false,
    move(elapsed) {
      const to = seconds.value + speed.value * elapsed
      seek(to <= 0 && loop.value ? duration.value : to)
      if (seconds.value > 0) return true
      pause()
      return false
    },
  })

  function pause() {
    speed.value = 0
    cancelAnimationFrame(request)
    rewind.stop()
    for (const video of group.all()) video.pause()
  }

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
      return void play(speed.value)
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
    rewind.stop()
    if (seconds.value >= duration.value) seek(0)
    speed.value = rate
    const isStarted = await Promise.any(group.all().map(each => group.play(each, rate))).then(
      () => true,
      () => false,
    )
    if (speed.value !== rate) return
    if (!isStarted) return pause()
    cancelAnimationFrame(request)
    request = requestAnimationFrame(follow)
  }

  function run(to: number) {
    if (to > 0) return void play(to)
    pause()
    if (to === 0) return
    speed.value = to
    rewind.start()
  }

  onBeforeUnmount(pause)

  return {
    speed,
    chosen,
    loop,
    seconds,
    duration,
    isInView: group.isInView,
    add: group.add,
    remove(video) {
      group.remove(video)
      // Does not reset the position, so that the videos of the next view continue there.
      if (group.all().length === 0) pause()
    },
    pause,
    toggle: () => run(speed.value === 0 ? chosen.value : 0),
    choose(to) {
      chosen.value = to
      if (speed.value > 0) run(to)
    },
    seek,
    frame(by) {
      pause()
      group.step(by)
    },
    shuttle: key => run(shuttle(speed.value, key)),
  }
}
