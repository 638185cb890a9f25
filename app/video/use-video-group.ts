import { ASSUMED_RATE } from '~/annotation/playback'
import { createFrameSteps, playFrom, type FrameSteps } from './frame-steps'
import { watchFrames } from './presented-frames'

/**
 * Videos that are played together and have a common position. A video that is shorter than the position stays
 * at its last frame.
 */
export interface VideoGroup {
  readonly seconds: Ref<number>
  /** The length of the longest video in seconds; 0 without videos. */
  readonly duration: Ref<number>
  /** Whether at least one video is visible in the viewport. */
  readonly isInView: Readonly<Ref<boolean>>
  all: () => HTMLVideoElement[]
  /** Returns the longest video. */
  longest: () => HTMLVideoElement | undefined
  add: (video: HTMLVideoElement) => void
  remove: (video: HTMLVideoElement) => void
  /** Seeks all videos. A video whose length is not known yet starts at this position later. */
  seek: (to: number) => void
  /** Moves the position by a number of frames of the longest video. */
  step: (by: number) => void
  /** Starts all videos. The promise succeeds when one plays, and fails if the browser plays none of them. */
  play: (rate: number) => Promise<void>
}

/** Returns the length of a video in seconds; 0 if it is not known yet. */
export const lengthOf = ({ duration }: HTMLVideoElement): number => (Number.isFinite(duration) ? duration : 0)

/** Creates a {@link VideoGroup}. `speed` returns the speed at which the videos play; 0 while paused. */
export function useVideoGroup(speed: () => number): VideoGroup {
  /** The videos, each with an object that steps through its frames. */
  const videos = shallowReactive(new Map<HTMLVideoElement, FrameSteps>())
  const seconds = ref(0)
  const duration = ref(0)
  const inView = shallowReactive(new Set<Element>())
  let observer: IntersectionObserver | undefined

  const all = () => [...videos.keys()]
  const longest = () => all().toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  const measure = () => {
    duration.value = Math.max(0, ...all().map(lengthOf))
  }

  function seek(to: number) {
    seconds.value = Math.min(duration.value || Infinity, Math.max(0, to))
    for (const video of all()) video.currentTime = Math.min(seconds.value, lengthOf(video))
  }

  /** Called when the length of a video is known. Seeks the video to the position of the others. */
  function join({ target }: Event) {
    measure()
    const video = target as HTMLVideoElement
    video.currentTime = Math.min(seconds.value, lengthOf(video))
  }

  function createSteps(video: HTMLVideoElement): FrameSteps {
    const steps = createFrameSteps({
      video: () => video,
      duration: () => duration.value,
      speed,
      seek,
      rate: { fps: ASSUMED_RATE },
    })
    watchFrames(video, mediaTime => {
      if (videos.get(video) !== steps) return false
      steps.onPresented(mediaTime)
      return true
    })
    return steps
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

  onBeforeUnmount(() => observer?.disconnect())

  return {
    seconds,
    duration,
    isInView: computed(() => inView.size > 0),
    all,
    longest,
    add(video) {
      videos.set(video, createSteps(video))
      video.addEventListener('loadedmetadata', join)
      measure()
      observe(video)
    },
    remove(video) {
      videos.delete(video)
      observer?.unobserve(video)
      inView.delete(video)
      video.removeEventListener('loadedmetadata', join)
      measure()
    },
    seek,
    step(by) {
      const first = longest()
      if (first) videos.get(first)?.step(by)
    },
    play: rate => Promise.any([...videos].map(([video, steps]) => playFrom(video, steps, rate))),
  }
}
