import { frameRate, rateOf } from '~/annotation/playback'

/** The number of recent frame times from which the frame rate is measured. */
const MAX_SAMPLES = 60
const MIN_SAMPLES = 12
/** Seconds by which the position of a video may differ from the requested position. */
export const SEEK_TOLERANCE = 0.002
/**
 * The time to wait for a frame to be presented after a seek: at least these milliseconds and this number of
 * animation frames, which take longer on a busy computer, and at most `maxMs`.
 */
const PRESENT_TIMEOUT = { minMs: 120, minAnimationFrames: 3, maxMs: 1000 }
const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
async function animationFrames(count: number) {
  for (let left = count; left > 0; left--) await new Promise(requestAnimationFrame)
}

/** The functions and the state of a player whose video presents the frames. */
export interface PresentingPlayer {
  video: () => HTMLVideoElement | null
  /** The current speed; 0 while paused. */
  speed: () => number
  seek: (seconds: number) => void
  /** The frame rate. It is updated by measurements while the video plays or steps. */
  rate: { fps: number }
}

/** The frames that the browser has presented of a video, and the frame rate that follows from them. */
interface PresentedFrames {
  /** Returns the start of the frame that was presented last, in seconds; undefined before the first frame. */
  last: () => number | undefined
  /**
   * Seeks and waits until the frame is presented. The wait has a time limit, because browsers do not present
   * the same frame again.
   */
  present: (video: HTMLVideoElement, seconds: number) => Promise<void>
  /** Seeks in the same way, unless the frame at this position was presented. */
  ensurePresented: (video: HTMLVideoElement, seconds: number) => Promise<void>
  /** Whether the frame rate was measured while playing or stepping. Otherwise it is assumed. */
  isRateKnown: () => boolean
  /** Measures the frame rate by the time between the starts of two successive frames, in seconds. */
  measureStep: (seconds: number) => void
  /** Must be called for every frame that the browser presents, with the start of the frame in seconds. */
  onPresented: (mediaTime: number) => void
  /** Must be called when the video starts to play, so that earlier frames do not count for the frame rate. */
  onPlay: () => void
}

/** Creates the {@link PresentedFrames} of a player's video. */
export function createPresentedFrames({ video, speed, seek, rate }: PresentingPlayer): PresentedFrames {
  let times: number[] = []
  let isRateKnown = false
  let presented: number | undefined
  /** Seconds: the position of the video when the last frame was presented. */
  let presentedAt: number | undefined
  let whenPresented: (() => void) | undefined

  async function present(element: HTMLVideoElement, seconds: number) {
    const shown = new Promise<void>(resolve => {
      whenPresented = resolve
    })
    const seeked = whenSeeked(element)
    seek(seconds)
    await seeked
    const { minMs, minAnimationFrames, maxMs } = PRESENT_TIMEOUT
    await Promise.race([shown, Promise.all([wait(minMs), animationFrames(minAnimationFrames)]), wait(maxMs)])
  }

  /** Whether the frame at a position was presented. After a seek, the browser may present the frame late. */
  function isPresented(seconds: number): boolean {
    if (presented === undefined || presentedAt === undefined) return false
    if (Math.abs(presentedAt - seconds) <= SEEK_TOLERANCE) return true
    return isRateKnown && seconds >= presented && seconds < presented + 1 / rate.fps
  }

  return {
    last: () => presented,
    present,
    async ensurePresented(element, seconds) {
      if (isPresented(seconds)) return
      await present(element, seconds)
      presentedAt = seconds
    },
    isRateKnown: () => isRateKnown,
    measureStep(seconds) {
      const measured = rateOf(seconds)
      rate.fps = isRateKnown ? Math.max(measured, rate.fps) : measured
      isRateKnown = true
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

/** Waits for the end of a seek. A video that fails or is loaded again (`emptied`) ends its seeks, too. */
function whenSeeked(video: HTMLVideoElement): Promise<void> {
  return new Promise(resolve => {
    const listening = new AbortController()
    const end = () => {
      listening.abort()
      resolve()
    }
    for (const type of ['seeked', 'emptied', 'error'])
      video.addEventListener(type, end, { signal: listening.signal })
  })
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
