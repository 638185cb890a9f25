import { ASSUMED_RATE } from '~/annotation/playback'
import { createFrameSteps, playFrom } from './frame-steps'
import { createPlaybackSpeed } from './playback-speed'
import { watchFrames } from './presented-frames'
import { noRange } from './range'
import { hasPictures } from '~/evidence/has-pictures'
import { findVideoFailure, type VideoFailure } from './video-failure'

/**
 * Plays a video. The browser plays it forwards; playing backwards and stepping by frames are done by seeking.
 */
export function usePlayer(video: Readonly<Ref<HTMLVideoElement | null>>, durationMs: number | null) {
  const shared = useVideoTime()
  const playback = createPlaybackSpeed({
    isPlayable: () => video.value !== null && state.failure === null,
    play(rate) {
      const playing = video.value && playFrom(video.value, steps, rate)
      playing?.catch(() => {
        state.speed = 0
      })
    },
    pause: () => video.value?.pause(),
    position: () => video.value?.currentTime ?? 0,
    duration: () => state.duration,
    seek,
    isSeeking: () => video.value?.seeking ?? false,
    step: by => steps.step(by),
  })
  const { speed, chosen, loop, run, toggle, choose, frame, shuttle } = playback
  const state = reactive({
    seconds: 0,
    duration: (durationMs ?? 0) / 1000,
    speed,
    chosen,
    loop,
    muted: true,
    failure: null as VideoFailure | null,
    fps: ASSUMED_RATE,
  })
  const steps = createFrameSteps({
    video: () => video.value,
    duration: () => state.duration,
    speed: () => state.speed,
    seek,
    rate: state,
  })

  /** The element whose frames are watched. */
  let watched: HTMLVideoElement | undefined
  watch(
    () => state.speed !== 0,
    playing => {
      shared.value = { ...shared.value, playing }
    },
  )

  /**
   * Updates the position of the player and the position in the shared state, because new comments are made at
   * the shared position.
   */
  const updatePosition = () => {
    if (video.value) shared.value = { ...shared.value, seconds: (state.seconds = video.value.currentTime) }
  }

  function seek(seconds: number) {
    if (!video.value) return
    video.value.currentTime = Math.min(Math.max(0, seconds), state.duration || Infinity)
    updatePosition()
  }

  function onFrame(mediaTime: number) {
    steps.onPresented(mediaTime)
    // While the video is paused, the position stays at the requested time, which lies within the frame.
    if (state.speed !== 0) state.seconds = mediaTime
    return true
  }

  async function onError() {
    const element = video.value
    const error = element?.error
    if (!error) return
    run(0)
    const failure = await findVideoFailure(error, element.currentSrc)
    // Ignores the error if the video was loaded again since then.
    if (element.error === error) fail(failure)
  }

  function fail(failure: VideoFailure) {
    run(0)
    state.failure = failure
  }

  /** Loads a failed video again and continues at the position where it failed. */
  function retry() {
    const element = video.value
    if (!element || state.failure !== 'notLoaded') return
    const { seconds } = state
    state.failure = null
    element.load()
    if (seconds > 0) element.addEventListener('loadedmetadata', () => seek(seconds), { once: true })
  }
  useRetryOnline(retry)

  onMounted(() => {
    // Handles a video that failed or was loaded before the page was hydrated.
    void onError()
    if (video.value && video.value.readyState >= HTMLMediaElement.HAVE_METADATA && !hasPictures(video.value))
      fail('notPlayable')
    shared.value = { seconds: 0, range: noRange, pause: () => run(0), seek }
  })
  onBeforeUnmount(() => {
    run(0)
    shared.value = { ...shared.value, playing: false }
  })

  return {
    state,
    run,
    seek,
    retry,
    toggle,
    frame,
    choose,
    shuttle,
    afterSteps: steps.afterSteps,
    /** Listeners of the video element. */
    listeners: {
      timeupdate: updatePosition,
      seeked: updatePosition,
      pause: () => {
        if (state.speed > 0) state.speed = 0
        updatePosition()
      },
      loadedmetadata() {
        if (!video.value) return
        if (Number.isFinite(video.value.duration)) state.duration = video.value.duration
        if (!hasPictures(video.value)) fail('notPlayable')
        // A video that is loaded again, as `retry` does, is still watched.
        if (watched === video.value) return
        watched = video.value
        watchFrames(watched, onFrame)
      },
      error: onError,
    },
  }
}
