import { hasPictures } from '~/evidence/has-pictures'
import { showFrame } from '~/evidence/show-frame'

/** Milliseconds without a request until the decoder of a video is released. */
const IDLE_MS = 4000

/** The queue that captures the frames of one video, one after another. */
interface FrameQueue {
  video: HTMLVideoElement
  ready: Promise<void>
  /** Settles when the last requested frame is captured. */
  last: Promise<unknown>
  pending: number
  closing?: ReturnType<typeof setTimeout>
}

// A module variable: one queue for each video, for all pages of the browser tab. Used in the browser only.
const queues = new Map<string, FrameQueue>()

/**
 * Waits until all frames that were requested before are captured. Then seeks the video to a frame, and
 * resolves to the result of `make`. Rejects if the video cannot be decoded.
 */
export function capture<T>(
  address: string,
  ms: number,
  make: (video: HTMLVideoElement) => Promise<T>,
): Promise<T> {
  const queue = queueOf(address)
  queue.pending++
  const captured = queue.last
    .then(() => queue.ready)
    .then(() => showFrame(queue.video, ms / 1000))
    .then(() => make(queue.video))
  queue.last = captured.catch(() => {})
  captured.finally(() => release(address, queue)).catch(() => {})
  return captured
}

function queueOf(address: string): FrameQueue {
  const existing = queues.get(address)
  if (existing) {
    clearTimeout(existing.closing)
    return existing
  }
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  // Requests the video with CORS. Without CORS, the server may redirect to another origin, and a canvas with
  // a video of another origin cannot be read; with CORS, the server sends the bytes itself. It refuses CORS
  // if this page has another origin than the server.
  if (new URL(address, location.href).origin === location.origin) video.crossOrigin = 'anonymous'
  const ready = loaded(video).then(() => {
    if (!hasPictures(video)) throw new Error('The pictures of the video could not be decoded.')
  })
  const queue: FrameQueue = { video, ready, last: Promise.resolve(), pending: 0 }
  // Prevents the report of an unhandled rejection of `ready`. If the video cannot be decoded, each requested
  // frame rejects.
  queue.ready.catch(() => {})
  video.src = address
  queues.set(address, queue)
  return queue
}

/** Releases the decoder if no frame is requested for {@link IDLE_MS}. */
function release(address: string, queue: FrameQueue) {
  queue.pending--
  clearTimeout(queue.closing)
  if (queue.pending > 0) return
  queue.closing = setTimeout(() => {
    queues.delete(address)
    queue.video.removeAttribute('src')
    queue.video.load()
  }, IDLE_MS)
}

function loaded(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('The video could not be decoded.')), {
      once: true,
    })
  })
}
