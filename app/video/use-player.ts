import { ASSUMED_RATE, shuttle } from '~/annotation/playback'
import { createFrameSteps } from './frame-steps'
import { noRange } from './range'
import { createRewind } from './rewind'
import { hasPictures } from '~/evidence/has-pictures'
import { findVideoFailure, type VideoFailure } from './video-failure'

/**
 * Plays a video. The browser plays it forwards; playing backwards and stepping by frames are done by seeking.
 */
export function usePlayer(video: Readonly<Ref<HTMLVideoElement | null>>, durationMs: number | null) {
  const shared = useVideoTime()
  const state = reactive({
    seconds: 0,
    duration: (durationMs ?? 0) / 1000,
    /** The current speed: 0 while paused, negative while it plays backwards. */
    speed: 0,
    /** The speed at which `toggle` plays. */
    chosen: 1,
    loop: false,
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
  const rewind = createRewind({
    isSeeking: () => video.value?.seeking ?? false,
    move(elapsed) {
      if (!video.value) return false
      const to = video.value.currentTime + state.speed * elapsed
      if (to <= 0 && !state.loop) {
        seek(0)
        run(0)
        return false
      }
      video.value.currentTime = to <= 0 ? state.duration : to
      return true
    },
  })

  /**
   * Updates the position here and in the shared state, because new comments are made at the shared position.
   */
  const updatePosition = () => {
    if (video.value) shared.value = { ...shared.value, seconds: (state.seconds = video.value.currentTime) }
  }

  function run(speed: number) {
    const element = video.value
    if (!element || state.failure) return
    rewind.stop()
    state.speed = speed
    if (speed > 0) {
      steps.onPlay()
      element.playbackRate = speed
      element.play().catch(() => {
        state.speed = 0
      })
    } else {
      element.pause()
      if (speed < 0) rewind.start()
    }
  }

  function seek(seconds: number) {
    if (!video.value) return
    video.value.currentTime = Math.min(Math.max(0, seconds), state.duration)
    updatePosition()
  }

  function onFrame(_: number, { mediaTime }: VideoFrameCallbackMetadata) {
    steps.onPresented(mediaTime)
    // While the video is paused, the position stays at the requested time, which lies within the frame.
    if (state.speed !== 0) state.seconds = mediaTime
    watchFrames()
  }
  const watchFrames = () => {
    video.value?.requestVideoFrameCallback?.(onFrame)
  }

  async function onError() {
    const element = video.value
    const error = element?.error
    if (!error) return
    rewind.stop()
    state.speed = 0
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
  onBeforeUnmount(rewind.stop)

  return {
    state,
    run,
    seek,
    retry,
    toggle: () => run(state.speed === 0 ? state.chosen : 0),
    /** Pauses the video, and steps by a number of frames. */
    frame(by: number) {
      run(0)
      steps.step(by)
    },
    afterSteps: steps.afterSteps,
    choose(speed: number) {
      state.chosen = speed
      if (state.speed > 0) run(speed)
    },
    shuttle: (key: 'back' | 'stop' | 'forward') => run(shuttle(state.speed, key)),
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
        watchFrames()
      },
      error: onError,
    },
  }
}
