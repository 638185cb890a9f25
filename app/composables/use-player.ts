import { ASSUMED_RATE, frameRate, shuttle } from '~/annotation/playback'
import { stepFrame } from '~/annotation/time'

/** Times of the last frames, to measure the rate by. */
const SAMPLES = 60

/** One recording's playback: forwards by the browser, backwards by seeking, frame by frame. */
export function usePlayer(video: Readonly<Ref<HTMLVideoElement | null>>, durationMs: number | null) {
  const shared = useVideoTime()
  const state = reactive({
    seconds: 0, duration: (durationMs ?? 0) / 1000,
    /** 0 stands still, below 0 runs backwards. */
    speed: 0,
    /** The speed that play plays at. */
    chosen: 1,
    loop: false, muted: true, failed: false, fps: ASSUMED_RATE,
  })
  let times: number[] = []
  let backwards = 0

  /** The moment the conversation writes at. */
  const tell = () => { if (video.value) shared.value = { ...shared.value, seconds: state.seconds = video.value.currentTime } }

  function run(speed: number) {
    const element = video.value
    if (!element) return
    cancelAnimationFrame(backwards)
    state.speed = speed
    if (speed > 0) {
      times = []
      element.playbackRate = speed
      element.play().catch(() => {
        state.speed = 0
        state.failed = element.error !== null
      })
    } else {
      element.pause()
      if (speed < 0) rewind(element, performance.now())
    }
  }

  /** No browser plays backwards: it seeks as fast as it can keep up with. */
  function rewind(element: HTMLVideoElement, before: number) {
    backwards = requestAnimationFrame((now) => {
      if (element.seeking) return rewind(element, before)
      const to = element.currentTime + state.speed * (now - before) / 1000
      if (to <= 0 && !state.loop) { seek(0); return run(0) }
      element.currentTime = to <= 0 ? state.duration : to
      rewind(element, now)
    })
  }

  function seek(seconds: number) {
    if (!video.value) return
    video.value.currentTime = Math.min(Math.max(0, seconds), state.duration)
    tell()
  }

  function onFrame(_: number, { mediaTime }: VideoFrameCallbackMetadata) {
    // Standing still, the time is the one that was sought, within the frame.
    if (state.speed !== 0) state.seconds = mediaTime
    if (state.speed === 1) {
      times = [...times.slice(1 - SAMPLES), mediaTime]
      state.fps = frameRate(times)
    }
    watchFrames()
  }
  const watchFrames = () => { video.value?.requestVideoFrameCallback?.(onFrame) }

  onMounted(() => { shared.value = { seconds: 0, pause: () => run(0) } })
  onBeforeUnmount(() => cancelAnimationFrame(backwards))

  return {
    state, run, seek,
    toggle: () => run(state.speed === 0 ? state.chosen : 0),
    frame(by: 1 | -1) {
      run(0)
      seek(stepFrame((video.value?.currentTime ?? 0) * 1000, state.fps, by, state.duration * 1000) / 1000)
    },
    choose(speed: number) {
      state.chosen = speed
      if (state.speed > 0) run(speed)
    },
    shuttle: (key: 'back' | 'stop' | 'forward') => run(shuttle(state.speed, key)),
    /** Listeners of the video element. */
    listeners: {
      timeupdate: tell,
      seeked: tell,
      pause: () => { if (state.speed > 0) state.speed = 0; tell() },
      loadedmetadata() {
        if (video.value && Number.isFinite(video.value.duration)) state.duration = video.value.duration
        watchFrames()
      },
      error: () => { state.failed = true },
    },
  }
}
