import { ASSUMED_RATE, frameRate, rateOf, shuttle } from '~/annotation/playback'
import { stepFrame } from '~/annotation/time'
import { noRange } from './range'

/** The number of recent frame times that the frame rate is measured from. */
const MAX_SAMPLES = 60
const MIN_SAMPLES = 12
/** Seconds: the shortest frame that stepping looks for. */
const SHORTEST_FRAME = 1 / 120
/** Seconds: stepping stops at a frame that lasts longer. */
const LONGEST_FRAME = 4
/** Seconds by which a position may differ from the one that was sought. */
const SEEK_TOLERANCE = 0.002
/** Milliseconds to wait for a frame to be presented after a seek. */
const PRESENT_TIMEOUT_MS = 120

/** Plays a video: forwards by the browser, backwards by seeking, and frame by frame. */
export function usePlayer(video: Readonly<Ref<HTMLVideoElement | null>>, durationMs: number | null) {
  const shared = useVideoTime()
  const state = reactive({
    seconds: 0,
    duration: (durationMs ?? 0) / 1000,
    /** The current speed: 0 while paused, negative while it plays backwards. */
    speed: 0,
    /** The speed that `toggle` plays at. */
    chosen: 1,
    loop: false,
    muted: true,
    failed: false,
    fps: ASSUMED_RATE,
  })
  let times: number[] = []
  /** Whether `fps` was measured, while playing or stepping, not assumed. */
  let isRateKnown = false
  /** Seconds: the start of the frame that was presented last; undefined before the first. */
  let presented: number | undefined
  let onPresented: (() => void) | undefined
  let steps = Promise.resolve()
  /** How many steps have not ended. */
  let stepsLeft = 0
  let rewindRequest = 0

  /** Updates the position, also for the composer: new comments are made at it. */
  const updatePosition = () => {
    if (video.value) shared.value = { ...shared.value, seconds: (state.seconds = video.value.currentTime) }
  }

  function run(speed: number) {
    const element = video.value
    if (!element) return
    cancelAnimationFrame(rewindRequest)
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

  /**
   * Plays backwards by seeking as often as the browser can, since browsers have no negative playback rate.
   */
  function rewind(element: HTMLVideoElement, before: number) {
    rewindRequest = requestAnimationFrame(now => {
      if (element.seeking) return rewind(element, before)
      const to = element.currentTime + (state.speed * (now - before)) / 1000
      if (to <= 0 && !state.loop) {
        seek(0)
        return run(0)
      }
      element.currentTime = to <= 0 ? state.duration : to
      rewind(element, now)
    })
  }

  function seek(seconds: number) {
    if (!video.value) return
    video.value.currentTime = Math.min(Math.max(0, seconds), state.duration)
    updatePosition()
  }

  /**
   * Seeks and waits until the frame is presented. Times out, because the same frame is not presented twice.
   */
  async function present(element: HTMLVideoElement, seconds: number) {
    const seeked = new Promise(resolve => element.addEventListener('seeked', resolve, { once: true }))
    const shown = new Promise<void>(resolve => {
      onPresented = resolve
    })
    seek(seconds)
    await seeked
    await Promise.race([shown, new Promise(resolve => setTimeout(resolve, PRESENT_TIMEOUT_MS))])
  }

  /** Rounds the start of a frame up to a whole millisecond, so that a seek does not show the frame before. */
  const intoFrame = (seconds: number) => Math.ceil(seconds * 1000 - 1e-3) / 1000

  /**
   * Steps to the previous or next frame. Browsers do not expose a video's frame rate, and screen recordings
   * have a variable one. While the rate is unknown, the seek distance starts at the shortest frame and
   * doubles until another frame is presented.
   */
  async function step(by: 1 | -1) {
    const element = video.value
    if (!element || state.speed !== 0) return
    const from = element.currentTime
    if (!('requestVideoFrameCallback' in element))
      return seek(stepFrame(from * 1000, state.fps, by, state.duration * 1000) / 1000)
    /** Whether the person has sought no other position meanwhile, whose frame is not the next one. */
    const isAt = (seconds: number) => Math.abs(element.currentTime - seconds) <= SEEK_TOLERANCE
    if (presented === undefined) await present(element, from)
    if (!isAt(from)) return
    const before = presented
    for (
      let distance = isRateKnown ? 1 / state.fps : SHORTEST_FRAME;
      distance < LONGEST_FRAME && state.speed === 0;
      distance *= 2
    ) {
      const wanted = intoFrame((isRateKnown ? (before ?? from) : from) + by * distance)
      const to = Math.min(Math.max(0, wanted), state.duration)
      await present(element, to)
      if (!isAt(to)) return
      if (presented !== before || to <= 0 || to >= state.duration) break
    }
    if (presented === undefined || before === undefined || presented === before || state.speed !== 0) return
    if (!isAt(presented)) await present(element, intoFrame(presented))
    const rate = rateOf(Math.abs(presented - before))
    state.fps = isRateKnown ? Math.max(rate, state.fps) : rate
    isRateKnown = true
  }

  function onFrame(_: number, { mediaTime }: VideoFrameCallbackMetadata) {
    presented = mediaTime
    onPresented?.()
    // While paused, the position is the time that was sought, which lies within the frame.
    if (state.speed !== 0) state.seconds = mediaTime
    if (state.speed === 1) {
      times = [...times.slice(1 - MAX_SAMPLES), mediaTime]
      if (times.length >= MIN_SAMPLES) {
        state.fps = frameRate(times)
        isRateKnown = true
      }
    }
    watchFrames()
  }
  const watchFrames = () => {
    video.value?.requestVideoFrameCallback?.(onFrame)
  }

  onMounted(() => {
    shared.value = { seconds: 0, range: noRange, pause: () => run(0) }
  })
  onBeforeUnmount(() => cancelAnimationFrame(rewindRequest))

  return {
    state,
    run,
    seek,
    toggle: () => run(state.speed === 0 ? state.chosen : 0),
    /** Steps by one frame. Steps run one after another, however fast the key repeats. */
    frame(by: 1 | -1) {
      run(0)
      stepsLeft += 1
      steps = steps
        .then(() => step(by))
        .finally(() => {
          stepsLeft -= 1
        })
    },
    /** Calls back at the frame that is stepped to: at once where no step is running. */
    afterSteps(callback: () => void) {
      if (stepsLeft === 0) callback()
      else steps = steps.then(callback)
    },
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
        if (video.value && Number.isFinite(video.value.duration)) state.duration = video.value.duration
        watchFrames()
      },
      error: () => {
        state.failed = true
      },
    },
  }
}
