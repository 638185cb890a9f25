import type { Ref } from 'vue'

/** Plays all videos of a contact sheet or a comparison together. */
export interface SheetPlayback {
  readonly playing: Ref<boolean>
  readonly seconds: Ref<number>
  /** Seconds: the length of the longest video; 0 without videos. */
  readonly duration: Ref<number>
  add: (video: HTMLVideoElement) => void
  remove: (video: HTMLVideoElement) => void
  toggle: () => void
  seek: (to: number) => void
}

/** Seconds: a video that is further off than this is brought back in step. */
const DRIFT = 0.15

const lengthOf = ({ duration }: HTMLVideoElement) => (Number.isFinite(duration) ? duration : 0)

/**
 * The playback of a contact sheet or a comparison. The longest video leads; shorter ones stay at their last
 * frame.
 */
export function useSheetPlayback(): SheetPlayback {
  const videos = shallowReactive(new Set<HTMLVideoElement>())
  const playing = ref(false)
  const seconds = ref(0)
  const duration = ref(0)
  let request = 0

  const leader = () => [...videos].toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  const measure = () => {
    duration.value = Math.max(0, ...[...videos].map(lengthOf))
  }

  /** Brings a video whose length is now known to the position of the others. */
  function join({ target }: Event) {
    measure()
    const video = target as HTMLVideoElement
    video.currentTime = Math.min(seconds.value, lengthOf(video))
  }

  function pause() {
    playing.value = false
    cancelAnimationFrame(request)
    for (const video of videos) video.pause()
  }

  /** Keeps the videos in step, each frame. */
  function follow() {
    const first = leader()
    if (!first) return pause()
    seconds.value = first.currentTime
    if (first.ended) return pause()
    for (const video of videos) {
      const at = Math.min(first.currentTime, lengthOf(video))
      const isOff = Math.abs(video.currentTime - at) > DRIFT
      if (video !== first && isOff && !video.seeking) video.currentTime = at
    }
    request = requestAnimationFrame(follow)
  }

  function seek(to: number) {
    seconds.value = Math.min(duration.value, Math.max(0, to))
    for (const video of videos) video.currentTime = Math.min(seconds.value, lengthOf(video))
  }

  /** Starts the videos that are loaded; each other one starts when it is. */
  async function play() {
    if (seconds.value >= duration.value) seek(0)
    playing.value = true
    const isStarted = await Promise.any([...videos].map(each => each.play())).then(
      () => true,
      () => false,
    )
    if (!isStarted) pause()
    else if (playing.value) request = requestAnimationFrame(follow)
  }

  onBeforeUnmount(pause)

  return {
    playing,
    seconds,
    duration,
    add(video) {
      videos.add(video)
      video.addEventListener('loadedmetadata', join)
      measure()
    },
    remove(video) {
      videos.delete(video)
      video.removeEventListener('loadedmetadata', join)
      // The position stays for the videos that follow.
      if (videos.size === 0) pause()
      measure()
    },
    toggle: () => (playing.value ? pause() : void play()),
    seek,
  }
}
