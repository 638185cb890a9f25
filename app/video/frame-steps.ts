import { frameRate, rateOf } from '~/annotation/playback'
import { stepFrame } from '~/annotation/time'

/** The number of recent frame times from which the frame rate is measured. */
const MAX_SAMPLES = 60
const MIN_SAMPLES = 12
/** Seconds: the duration of the shortest frame that stepping searches for. */
const MIN_FRAME_LENGTH = 1 / 120
/** Seconds: stepping cannot step past a frame that lasts longer than this. */
const MAX_FRAME_LENGTH = 4
/** Seconds by which the position of a video may differ from the requested position. */
const SEEK_TOLERANCE = 0.002
/**
 * The time to wait for a frame to be presented after a seek: at least these milliseconds and this number of
 * animation frames, which take longer on a busy computer, and at most `maxMs`.
 */
const PRESENT_TIMEOUT = { minMs: 120, minAnimationFrames: 3, maxMs: 1000 }
const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
async function animationFrames(count: number) {
  for (let left = count; left > 0; left--) await new Promise(requestAnimationFrame)
}

/** The functions and the state of a video's player that stepping by frames uses. */
interface SteppedPlayer {
  video: () => HTMLVideoElement | null
  /** The length of the video, in seconds. */
  duration: () => number
  /** The current speed; 0 while paused. */
  speed: () => number
  seek: (seconds: number) => void
  /** The frame rate. It is updated by measurements while the video plays or steps. */
  rate: { fps: number }
}

/** Steps through a video frame by frame. */
export interface FrameSteps {
  /**
   * Steps by a number of frames, backwards if it is negative. Steps run one after another, even if the key
   * repeats faster. If there are several frames, their total duration is computed from the frame rate.
   */
  step: (by: number) => void
  /** Calls back when all requested steps have ended. If no step is running, calls back immediately. */
  afterSteps: (callback: () => void) => void
  /** Must be called for every frame that the browser presents, with the start of the frame in seconds. */
  onPresented: (mediaTime: number) => void
  /** Must be called when the video starts to play, so that earlier frames do not count for the frame rate. */
  onPlay: () => void
}

/** Creates the {@link FrameSteps} of a player. */
export function createFrameSteps({ video, duration, speed, seek, rate }: SteppedPlayer): FrameSteps {
  let times: number[] = []
  /** Whether the frame rate was measured while playing or stepping. Otherwise it is assumed. */
  let isRateKnown = false
  /** Seconds: the start of the frame that was presented last; undefined before the first frame. */
  let presented: number | undefined
  /** Seconds: the position of the video when the last frame was presented. */
  let presentedAt: number | undefined
  let whenPresented: (() => void) | undefined
  let steps = Promise.resolve()
  /** The number of steps that are queued or running. */
  let stepsLeft = 0

  /**
   * Seeks and waits until the frame is presented. The wait has a time limit, because browsers do not present
   * the same frame again.
   */
  async function present(element: HTMLVideoElement, seconds: number) {
    // `emptied`: the video was loaded again, which ends its seeks.
    const seeked = new Promise<void>(resolve => {
      const listening = new AbortController()
      const end = () => {
        listening.abort()
        resolve()
      }
      for (const type of ['seeked', 'emptied', 'error'])
        element.addEventListener(type, end, { signal: listening.signal })
    })
    const shown = new Promise<void>(resolve => {
      whenPresented = resolve
    })
    seek(seconds)
    await seeked
    const { minMs, minAnimationFrames, maxMs } = PRESENT_TIMEOUT
    await Promise.race([shown, Promise.all([wait(minMs), animationFrames(minAnimationFrames)]), wait(maxMs)])
  }

  /**
   * Rounds the start of a frame up to a whole millisecond, because a seek to a slightly earlier time would
   * show the previous frame.
   */
  const intoFrame = (seconds: number) => Math.ceil(seconds * 1000 - 1e-3) / 1000

  /** Whether the frame at a position was presented. After a seek, the browser may present the frame late. */
  function isPresented(seconds: number): boolean {
    if (presented === undefined || presentedAt === undefined) return false
    if (Math.abs(presentedAt - seconds) <= SEEK_TOLERANCE) return true
    return isRateKnown && seconds >= presented && seconds < presented + 1 / rate.fps
  }

  /**
   * Steps to the previous or next frame. Browsers do not report the frame rate of a video, and screen
   * recordings have a variable rate. While the rate is unknown, the first seek goes as far as the shortest
   * frame, and the distance doubles until another frame is presented. Returns whether the video has stepped.
   */
  async function stepOne(by: 1 | -1): Promise<boolean> {
    const element = video()
    // Does not step before the metadata is loaded, because a seek would dispatch no event.
    if (!element || element.readyState < HTMLMediaElement.HAVE_METADATA || speed() !== 0) return false
    const from = element.currentTime
    if (!('requestVideoFrameCallback' in element)) {
      const to = stepFrame(from * 1000, rate.fps, by, duration() * 1000) / 1000
      seek(to)
      return to !== from
    }
    /**
     * Whether the video is still at a position. If the person has moved it since, the presented frame is not
     * the next one.
     */
    const isAt = (seconds: number) => Math.abs(element.currentTime - seconds) <= SEEK_TOLERANCE
    if (!isPresented(from)) {
      await present(element, from)
      presentedAt = from
    }
    if (!isAt(from)) return false
    let before = presented
    for (
      let distance = isRateKnown ? 1 / rate.fps : MIN_FRAME_LENGTH;
      distance < MAX_FRAME_LENGTH && speed() === 0;
      distance *= 2
    ) {
      const wanted = intoFrame((isRateKnown ? (before ?? from) : from) + by * distance)
      const to = Math.min(Math.max(0, wanted), duration())
      await present(element, to)
      if (!isAt(to)) return false
      // The next frame begins after the position. A frame that begins earlier is the frame at the position
      // itself, which the browser presented late. From there, the next frame is as near as before.
      if (by > 0 && presented !== undefined && presented <= from && to < duration()) {
        if (presented !== before && isRateKnown) distance /= 2
        before = presented
      }
      if (presented !== before || to <= 0 || to >= duration()) break
    }
    if (presented === undefined || before === undefined || presented === before || speed() !== 0) return false
    if (!isAt(presented)) await present(element, intoFrame(presented))
    const measured = rateOf(Math.abs(presented - before))
    rate.fps = isRateKnown ? Math.max(measured, rate.fps) : measured
    isRateKnown = true
    return true
  }

  /**
   * Steps by a number of frames. The first frame is always a separate step, because this step measures the
   * frame rate if it is unknown.
   */
  async function stepBy(frames: number) {
    const isStepped = await stepOne(frames > 0 ? 1 : -1)
    const rest = frames - Math.sign(frames)
    const element = video()
    if (!isStepped || rest === 0 || !element || speed() !== 0) return
    const to = intoFrame((presented ?? element.currentTime) + rest / rate.fps)
    await present(element, Math.min(Math.max(0, to), duration()))
  }

  return {
    step(by) {
      stepsLeft += 1
      steps = steps
        .then(() => stepBy(by))
        .finally(() => {
          stepsLeft -= 1
        })
    },
    afterSteps(callback) {
      if (stepsLeft === 0) callback()
      else steps = steps.then(callback)
    },
    onPresented(mediaTime) {
      presented = mediaTime
      presentedAt = video()?.currentTime
      whenPresented?.()
      if (speed() !== 1) return
      times = [...times.slice(1 - MAX_SAMPLES), mediaTime]
      if (times.length < MIN_SAMPLES) return
      rate.fps = frameRate(times)
      isRateKnown = true
    },
    onPlay() {
      times = []
    },
  }
}

/** Starts a video at a speed. The promise fails if the browser does not play the video. */
export function playFrom(video: HTMLVideoElement, steps: FrameSteps, rate: number): Promise<void> {
  steps.onPlay()
  video.playbackRate = rate
  return video.play()
}

/**
 * Calls back for each frame that the browser presents, with the start of the frame in seconds, until the
 * callback returns false.
 */
export function watchFrames(video: HTMLVideoElement, onFrame: (mediaTime: number) => boolean): void {
  video.requestVideoFrameCallback?.((_, { mediaTime }) => {
    if (onFrame(mediaTime)) watchFrames(video, onFrame)
  })
}
