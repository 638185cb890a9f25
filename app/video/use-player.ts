import { ASSUMED_RATE, frameRate, rateOf, shuttle } from '~/annotation/playback'
import { stepFrame } from '~/annotation/time'

/** Times of the last frames, to measure the rate by. */
const SAMPLES = 60
const ENOUGH = 12
/** Seconds: no recording has shorter frames. */
const SHORTEST_FRAME = 1 / 120
/** Seconds: a picture that stands longer is left alone. */
const LONGEST_FRAME = 4
/** Milliseconds after a seek in which its frame is drawn. */
const DRAWN_MS = 120

/** One recording's playback: forwards by the browser, backwards by seeking, frame by frame. */
export function usePlayer(video: Readonly<Ref<HTMLVideoElement | null>>, durationMs: number | null) {
  const shared = useVideoTime()
  const state = reactive({
    seconds: 0,
    duration: (durationMs ?? 0) / 1000,
    /** 0 stands still, below 0 runs backwards. */
    speed: 0,
    /** The speed that play plays at. */
    chosen: 1,
    loop: false,
    muted: true,
    failed: false,
    fps: ASSUMED_RATE,
  })
  let times: number[] = []
  /** Whether `fps` was seen, in playing or in stepping, or is only assumed. */
  let isRateKnown = false
  /** When the frame that is drawn begins, in seconds; unknown until one was. */
  let drawn: number | undefined
  let onDrawn: (() => void) | undefined
  let steps = Promise.resolve()
  let backwards = 0

  /** The moment the conversation writes at. */
  const tell = () => {
    if (video.value) shared.value = { ...shared.value, seconds: (state.seconds = video.value.currentTime) }
  }

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
    backwards = requestAnimationFrame(now => {
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
    tell()
  }

  /** Seeks, and waits until its frame is drawn; one that was drawn before may not be drawn again. */
  async function draw(element: HTMLVideoElement, seconds: number) {
    const seeked = new Promise(resolve => element.addEventListener('seeked', resolve, { once: true }))
    const shown = new Promise<void>(resolve => {
      onDrawn = resolve
    })
    seek(seconds)
    await seeked
    await Promise.race([shown, new Promise(resolve => setTimeout(resolve, DRAWN_MS))])
  }

  /** The millisecond that is in the frame which begins there, whatever its beginning was rounded to. */
  const intoFrame = (seconds: number) => Math.ceil(seconds * 1000 - 1e-3) / 1000

  /**
   * To the frame before or after. Recordings tell no rate, and those of browsers have none: from the distance
   * that one frame has at least, it is doubled until another frame is drawn, which skips none.
   */
  async function step(by: 1 | -1) {
    const element = video.value
    if (!element || state.speed !== 0) return
    const from = element.currentTime
    if (!('requestVideoFrameCallback' in element))
      return seek(stepFrame(from * 1000, state.fps, by, state.duration * 1000) / 1000)
    if (drawn === undefined) await draw(element, from)
    const before = drawn
    for (
      let reach = isRateKnown ? 1 / state.fps : SHORTEST_FRAME;
      reach < LONGEST_FRAME && state.speed === 0;
      reach *= 2
    ) {
      const to = intoFrame((isRateKnown ? (before ?? from) : from) + by * reach)
      await draw(element, to)
      if (drawn !== before || to <= 0 || to >= state.duration) break
    }
    if (drawn === undefined || before === undefined || drawn === before || state.speed !== 0) return
    if (Math.abs(element.currentTime - drawn) > 0.002) await draw(element, intoFrame(drawn))
    const rate = rateOf(Math.abs(drawn - before))
    state.fps = isRateKnown ? Math.max(rate, state.fps) : rate
    isRateKnown = true
  }

  function onFrame(_: number, { mediaTime }: VideoFrameCallbackMetadata) {
    drawn = mediaTime
    onDrawn?.()
    // Standing still, the time is the one that was sought, within the frame.
    if (state.speed !== 0) state.seconds = mediaTime
    if (state.speed === 1) {
      times = [...times.slice(1 - SAMPLES), mediaTime]
      if (times.length >= ENOUGH) {
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
    shared.value = { seconds: 0, pause: () => run(0) }
  })
  onBeforeUnmount(() => cancelAnimationFrame(backwards))

  return {
    state,
    run,
    seek,
    toggle: () => run(state.speed === 0 ? state.chosen : 0),
    /** One frame at a time, however fast the key is pressed. */
    frame(by: 1 | -1) {
      run(0)
      steps = steps.then(() => step(by))
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
      pause: () => {
        if (state.speed > 0) state.speed = 0
        tell()
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
