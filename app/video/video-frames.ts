import { limits } from '#shared/contract/kit/limits'
import { formatTimecode } from '~/annotation/time'
import { hasPictures } from '~/evidence/has-pictures'
import { showFrame } from '~/evidence/show-frame'

/** Pixels: the width of a frame's thumbnail. It is twice the width on the page, for high-density screens. */
const WIDTH = 192
/** The encodings to try for a whole frame, the best first. Some browsers cannot encode WebP. */
const encodings = [
  ['image/webp', 0.92],
  ['image/jpeg', 0.92],
  ['image/jpeg', 0.6],
] as const
/**
 * The columns and rows of a picture with the frames of a range, and the height in pixels of the time below
 * each frame.
 */
const COLUMNS = 3
const ROWS = 2
const LABEL = 24
/** The maximum number of cached thumbnails. The oldest ones are evicted first. */
const MAX_CACHED = 300
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

// Module variables: one cache per browser tab, for all pages. They are used in the browser only.
const queues = new Map<string, FrameQueue>()
const thumbnails = new Map<string, Promise<string>>()

/**
 * Returns an object URL of a thumbnail of a video's frame. Thumbnails are captured in the browser and cached.
 * Rejects if the video cannot be decoded.
 */
export function frameAt(address: string, ms: number): Promise<string> {
  const key = `${address}#${ms}`
  const cached = thumbnails.get(key)
  if (cached) return cached
  const thumbnail = capture(address, ms, async video => {
    const scale = WIDTH / video.videoWidth
    return URL.createObjectURL(await encode(draw(video, scale), 'image/jpeg', 0.8))
  })
  thumbnails.set(key, thumbnail)
  thumbnail.catch(() => thumbnails.delete(key))
  evictOldest()
  return thumbnail
}

/**
 * Returns a frame of a video at a size that the server accepts: at most 2,048 pixels per side and 2 MiB.
 * Rejects if the video cannot be decoded.
 */
export function wholeFrameAt(address: string, ms: number): Promise<Blob> {
  return capture(address, ms, async video => {
    const scale = Math.min(1, limits.framePixels / Math.max(video.videoWidth, video.videoHeight))
    return encodeWithinLimit(draw(video, scale))
  })
}

/**
 * Returns six frames of a range of a video as one picture of two rows, each frame with its time below it. The
 * frames are evenly spread from the start of the range to its end. Rejects if the video cannot be decoded.
 */
export async function framesBetween(address: string, startMs: number, endMs: number): Promise<Blob> {
  const times = Array.from({ length: COLUMNS * ROWS }, (_, at) =>
    Math.round(startMs + ((endMs - startMs) * at) / (COLUMNS * ROWS - 1)),
  )
  const most = { width: limits.framePixels / COLUMNS, height: limits.framePixels / ROWS - LABEL }
  const frames = await Promise.all(
    times.map(ms =>
      capture(address, ms, async video =>
        draw(video, Math.min(1, most.width / video.videoWidth, most.height / video.videoHeight)),
      ),
    ),
  )
  const sheet = document.createElement('canvas')
  sheet.width = Math.max(...frames.map(each => each.width)) * COLUMNS
  sheet.height = (Math.max(...frames.map(each => each.height)) + LABEL) * ROWS
  const context = sheet.getContext('2d')
  if (context) drawRangePicture(context, frames, times)
  return encodeWithinLimit(sheet)
}

/** Draws frames of the same size in rows, each with its time below. */
function drawRangePicture(
  context: CanvasRenderingContext2D,
  frames: HTMLCanvasElement[],
  times: number[],
): void {
  const { width: sheetWidth, height: sheetHeight } = context.canvas
  const [width, height] = [sheetWidth / COLUMNS, sheetHeight / ROWS]
  context.fillRect(0, 0, sheetWidth, sheetHeight)
  context.fillStyle = '#ffffff'
  context.font = '16px monospace'
  for (const [at, frame] of frames.entries()) {
    const x = (at % COLUMNS) * width
    const y = Math.floor(at / COLUMNS) * height
    context.drawImage(frame, x, y)
    context.fillText(formatTimecode(times[at] ?? 0), x + 6, y + height - 8, width)
  }
}

/**
 * Encodes a picture with the first of the {@link encodings} whose result the server accepts: at most 2 MiB.
 */
async function encodeWithinLimit(canvas: HTMLCanvasElement): Promise<Blob> {
  for (const [type, quality] of encodings) {
    const frame = await encode(canvas, type, quality)
    if (frame.type === type && frame.size <= limits.frameBytes) return frame
  }
  throw new Error('The frame is too large.')
}

/**
 * Waits until all frames that were requested before are captured. Then seeks the video to a frame, and
 * resolves to the result of `make`.
 */
function capture<T>(address: string, ms: number, make: (video: HTMLVideoElement) => Promise<T>): Promise<T> {
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

function draw(video: HTMLVideoElement, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  // The size is rounded down, so that six frames together are not larger than the server accepts.
  canvas.width = Math.max(1, Math.floor(video.videoWidth * scale))
  canvas.height = Math.max(1, Math.floor(video.videoHeight * scale))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function encode(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new Error('The frame could not be encoded.')
  return blob
}

function loaded(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('The video could not be decoded.')), {
      once: true,
    })
  })
}

function evictOldest() {
  const [oldest] = thumbnails
  if (thumbnails.size <= MAX_CACHED || !oldest) return
  thumbnails.delete(oldest[0])
  oldest[1].then(url => URL.revokeObjectURL(url)).catch(() => {})
}
