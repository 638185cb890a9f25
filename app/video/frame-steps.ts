import { stepFrame } from '~/annotation/time'
import { createPresentedFrames, SEEK_TOLERANCE, type PresentingPlayer } from './presented-frames'

/** Seconds: the duration of the shortest frame that stepping searches for. */
const MIN_FRAME_LENGTH = 1 / 120
/** Seconds: stepping cannot step past a frame that lasts longer than this. */
const MAX_FRAME_LENGTH = 4

/** The functions and the state of a video's player that stepping by frames uses. */
interface SteppedPlayer extends PresentingPlayer {
  /** The length of the video, in seconds. */
  duration: () => number
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

/**
 * Rounds the start of a frame up to a whole millisecond, because a seek to a slightly earlier time would show
 * the previous frame.
 */
const intoFrame = (seconds: number) => Math.ceil(seconds * 1000 - 1e-3) / 1000

/** Creates the {@link FrameSteps} of a player. */
export function createFrameSteps(player: SteppedPlayer): FrameSteps {
  const { video, duration, speed, seek, rate } = player
  const frames = createPresentedFrames(player)
  const { last, present, isRateKnown } = frames
  let steps = Promise.resolve()
  /** The number of steps that are queued or running. */
  let stepsLeft = 0

  const withinVideo = (seconds: number) => Math.min(Math.max(0, seconds), duration())

  /**
   * Presents the frame before or after a position. While the frame rate is unknown, the first seek goes as
   * far as the shortest frame, and the distance doubles until another frame is presented. Returns the start
   * of the frame at the position, in seconds; undefined if no other frame was presented, or if the person has
   * moved the video since.
   */
  async function presentNext(element: HTMLVideoElement, from: number, by: 1 | -1) {
    let before = last()
    for (
      let distance = isRateKnown() ? 1 / rate.fps : MIN_FRAME_LENGTH;
      distance < MAX_FRAME_LENGTH && speed() === 0;
      distance *= 2
    ) {
      const to = withinVideo(intoFrame((isRateKnown() ? (before ?? from) : from) + by * distance))
      await present(element, to)
      if (!isAt(element, to)) return undefined
      const presented = last()
      // The next frame begins after the position. A frame that begins earlier is the frame at the position
      // itself, which the browser presented late. From there, the next frame is as near as before.
      if (by > 0 && presented !== undefined && presented <= from && to < duration()) {
        if (presented !== before && isRateKnown()) distance /= 2
        before = presented
      }
      if (presented !== before || to <= 0 || to >= duration()) break
    }
    return last() === before ? undefined : before
  }

  /**
   * Steps to the previous or next frame. Browsers do not report the frame rate of a video, and screen
   * recordings have a variable rate. Returns whether the video has stepped.
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
    await frames.ensurePresented(element, from)
    // If the person has moved the video since, the presented frame is not the next one.
    const before = isAt(element, from) ? await presentNext(element, from, by) : undefined
    const found = last()
    if (before === undefined || found === undefined || speed() !== 0) return false
    if (!isAt(element, found)) await present(element, intoFrame(found))
    frames.measureStep(Math.abs((last() ?? found) - before))
    return true
  }

  /**
   * Steps by a number of frames. The first frame is always a separate step, because this step measures the
   * frame rate if it is unknown.
   */
  async function stepBy(count: number) {
    const isStepped = await stepOne(count > 0 ? 1 : -1)
    const rest = count - Math.sign(count)
    const element = video()
    if (!isStepped || rest === 0 || !element || speed() !== 0) return
    const to = intoFrame((last() ?? element.currentTime) + rest / rate.fps)
    await present(element, withinVideo(to))
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
    onPresented: frames.onPresented,
    onPlay: frames.onPlay,
  }
}

/** Returns whether a video is at a position. */
const isAt = ({ currentTime }: HTMLVideoElement, seconds: number) =>
  Math.abs(currentTime - seconds) <= SEEK_TOLERANCE

/** Starts a video at a speed. The promise fails if the browser does not play the video. */
export function playFrom(video: HTMLVideoElement, steps: FrameSteps, rate: number): Promise<void> {
  steps.onPlay()
  video.playbackRate = rate
  return video.play()
}
