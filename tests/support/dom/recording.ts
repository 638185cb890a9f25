import { onTestFinished } from 'vitest'

/** A video element that simulates playing a recording, because happy-dom plays none. */
export interface FakeRecording {
  video: HTMLVideoElement
  /** The indexes of the frames that were drawn, in order. */
  drawn: number[]
  /** Plays this many frames, if the page lets it play. */
  playFrames: (count: number) => void
}

interface RecordingOptions {
  fps: number
  seconds: number
  /** Whether the browser reports the frames that it draws. */
  reportsFrames?: boolean
  /** The error with which the browser refuses to play; null if it plays. */
  refusal?: DOMException | null
  /** Whether the browser can decode the pictures of the recording. */
  hasPictures?: boolean
  /** Returns whether the metadata is loaded. Before that, a seek dispatches no event. */
  isLoaded?: () => boolean
  /** Returns the milliseconds from a seek until its frame is drawn. */
  drawsAfterMs?: () => number
}

// Adds a constant that happy-dom lacks.
Object.assign(HTMLMediaElement, { HAVE_METADATA: 1 })

/**
 * Creates a recording with this frame rate. A seek draws the frame at the new position, unless this frame was
 * drawn last.
 */
export function fakeRecording({
  fps,
  seconds,
  reportsFrames = true,
  refusal = null,
  hasPictures = true,
  isLoaded = () => true,
  drawsAfterMs = () => 0,
}: RecordingOptions): FakeRecording {
  const video = document.createElement('video')
  document.body.append(video)
  onTestFinished(() => video.remove())
  const drawn: number[] = []
  let time = 0
  let paused = true
  let waiting: VideoFrameRequestCallback[] = []

  function draw(at = time) {
    const index = Math.floor(at * fps + 1e-6)
    if (drawn.at(-1) === index) return
    drawn.push(index)
    const called = waiting
    waiting = []
    for (const each of called) each(0, { mediaTime: index / fps } as VideoFrameCallbackMetadata)
  }
  Object.defineProperties(video, {
    duration: { value: seconds },
    videoWidth: { value: hasPictures ? 320 : 0 },
    paused: { get: () => paused },
    readyState: { get: () => (isLoaded() ? 4 : 0) },
    currentTime: {
      get: () => time,
      set(to: number) {
        time = to
        if (!isLoaded()) return
        queueMicrotask(() => {
          video.dispatchEvent(new Event('seeked'))
          const ms = drawsAfterMs()
          if (ms > 0) setTimeout(() => draw(to), ms)
          else draw()
        })
      },
    },
    play: {
      value: async () => {
        if (refusal) throw refusal
        paused = false
      },
    },
    pause: {
      value: () => {
        if (paused) return
        paused = true
        video.dispatchEvent(new Event('pause'))
      },
    },
  })
  if (reportsFrames)
    Object.defineProperty(video, 'requestVideoFrameCallback', {
      configurable: true,
      value: (callback: VideoFrameRequestCallback) => waiting.push(callback),
    })

  return {
    video,
    drawn,
    playFrames(count) {
      for (let frame = 0; frame < count && !paused; frame++) {
        time += 1 / fps
        draw()
      }
    },
  }
}
