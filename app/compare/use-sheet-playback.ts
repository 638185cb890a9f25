import { ASSUMED_RATE, shuttle } from '~/annotation/playback'
import { createFrameSteps, type FrameSteps } from '~/video/frame-steps'
import { createRewind } from '~/video/rewind'
import type { Ref } from 'vue'

/** Plays all videos of a contact sheet or a comparison together. */
export interface SheetPlayback {
  /** The current speed: 0 while paused, negative while the videos play backwards. */
  readonly speed: Readonly<Ref<number>>
  /** The speed at which `toggle` plays. */
  readonly chosen: Readonly<Ref<number>>
  readonly loop: Ref<boolean>
  readonly seconds: Ref<number>
  /** The length of the longest video in seconds; 0 without videos. */
  readonly duration: Ref<number>
  /** Whether at least one video is visible in the viewport. */
  readonly isInView: Readonly<Ref<boolean>>
  add: (video: HTMLVideoElement) => void
  remove: (video: HTMLVideoElement) => void
  pause: () => void
  toggle: () => void
  /** Sets the speed at which `toggle` plays. Videos that play forwards continue at this speed. */
  choose: (speed: number) => void
  seek: (to: number) => void
  /** Pauses all videos, and moves the position by a number of frames of the longest video. */
  frame: (by: number) => void
  shuttle: (key: 'back' | 'stop' | 'forward') => void
}

/** Seconds: a video that differs by more than this from the common position is set to that position. */
const DRIFT = 0.15

const lengthOf = ({ duration }: HTMLVideoElement) => (Number.isFinite(duration) ? duration : 0)

/**
 * The playback of a contact sheet or a comparison. The longest video determines the position; shorter videos
 * stay at their last frame after their end.
 */
export function useSheetPlayback(): SheetPlayback {
  /** The videos, each with an object that steps through its frames. */
  const videos = shallowReactive(new Map<HTMLVideoElement, FrameSteps>())
  const speed = ref(0)
  const chosen = ref(1)
  const loop = ref(false)
  const seconds = ref(0)
  const duration = ref(0)
  const inView = shallowReactive(new Set<Element>())
  let observer: IntersectionObserver | undefined
  let request = 0

  const all = () => [...videos.keys()]
  const leader = () => all().toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  const measure = () => {
    duration.value = Math.max(0, ...all().map(lengthOf))
  }

  /** Called when the length of a video is known. Seeks the video to the position of the others. */
  function join({ target }: Event) {
    measure()
    const video = target as HTMLVideoElement
    video.currentTime = Math.min(seconds.value, lengthOf(video))
  }

  const rewind = createRewind({
    isSeeking: () => leader()?.seeking ?? false,
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
    for (const video of all()) video.pause()
  }

  /**
   * Runs in every animation frame. Seeks each video whose position differs too much from the position of the
   * longest video.
   */
  function follow() {
    const first = leader()
    if (!first) return pause()
    seconds.value = first.currentTime
    if (first.ended && !loop.value) return pause()
    if (first.ended) {
      seek(0)
      return void play(speed.value)
    }
    for (const video of all()) {
      const at = Math.min(first.currentTime, lengthOf(video))
      const isOff = Math.abs(video.currentTime - at) > DRIFT
      if (video !== first && isOff && !video.seeking) video.currentTime = at
    }
    request = requestAnimationFrame(follow)
  }

  /** Seeks all videos. A video whose length is not known yet starts at this position later. */
  function seek(to: number) {
    seconds.value = Math.min(duration.value || Infinity, Math.max(0, to))
    for (const video of all()) video.currentTime = Math.min(seconds.value, lengthOf(video))
  }

  /** Starts the videos that are loaded. The other videos start when they are loaded. */
  async function play(rate: number) {
    rewind.stop()
    if (seconds.value >= duration.value) seek(0)
    speed.value = rate
    const isStarted = await Promise.any(
      all().map(each => {
        videos.get(each)?.onPlay()
        each.playbackRate = rate
        return each.play()
      }),
    ).then(
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

  function observe(video: HTMLVideoElement) {
    observer ??= new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inView.add(target)
        else inView.delete(target)
      }
    })
    observer.observe(video)
  }

  onBeforeUnmount(() => {
    pause()
    observer?.disconnect()
  })

  return {
    speed,
    chosen,
    loop,
    seconds,
    duration,
    isInView: computed(() => inView.size > 0),
    add(video) {
      const steps = createFrameSteps({
        video: () => video,
        duration: () => duration.value,
        speed: () => speed.value,
        seek,
        rate: { fps: ASSUMED_RATE },
      })
      const watchFrames = () => {
        if (videos.get(video) !== steps) return
        video.requestVideoFrameCallback?.((_, { mediaTime }) => {
          steps.onPresented(mediaTime)
          watchFrames()
        })
      }
      videos.set(video, steps)
      video.addEventListener('loadedmetadata', join)
      watchFrames()
      measure()
      observe(video)
    },
    remove(video) {
      videos.delete(video)
      observer?.unobserve(video)
      inView.delete(video)
      video.removeEventListener('loadedmetadata', join)
      // Does not reset the position, so that the videos of the next view continue there.
      if (videos.size === 0) pause()
      measure()
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
      const first = leader()
      if (first) videos.get(first)?.step(by)
    },
    shuttle: key => run(shuttle(speed.value, key)),
  }
}
