/** Pixels: the width of a frame's thumbnail, twice its width on the page for high-density screens. */
const WIDTH = 192
/** The number of thumbnails that are cached. The oldest are evicted first. */
const MAX_CACHED = 300
/** Milliseconds without a request after which a video's decoder is released. */
const IDLE_MS = 4000

/** Captures frames of one video, one at a time. */
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
 * Returns an object URL with a thumbnail of a video's frame. Thumbnails are captured in the browser and
 * cached. Rejects when the video cannot be decoded.
 */
export function frameAt(address: string, ms: number): Promise<string> {
  const key = `${address}#${ms}`
  const cached = thumbnails.get(key)
  if (cached) return cached
  const queue = queueOf(address)
  queue.pending++
  const thumbnail = queue.last.then(() => queue.ready).then(() => capture(queue.video, ms / 1000))
  queue.last = thumbnail.catch(() => {})
  thumbnails.set(key, thumbnail)
  thumbnail.catch(() => thumbnails.delete(key))
  thumbnail.finally(() => release(address, queue)).catch(() => {})
  evictOldest()
  return thumbnail
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
  // A canvas cannot be read with a video of another origin, which the server may redirect to: a request with
  // CORS gets the bytes from the server itself. A server at another address than this page refuses it.
  if (new URL(address, location.href).origin === location.origin) video.crossOrigin = 'anonymous'
  const queue: FrameQueue = { video, ready: once(video, 'loadeddata'), last: Promise.resolve(), pending: 0 }
  // Each frame of a video that cannot be decoded rejects. Without this, the rejection would be unhandled too.
  queue.ready.catch(() => {})
  video.src = address
  queues.set(address, queue)
  return queue
}

/** Releases the decoder when no frame has been requested for a while. */
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

async function capture(video: HTMLVideoElement, seconds: number): Promise<string> {
  if (Math.abs(video.currentTime - seconds) > 0.001) {
    const seeked = once(video, 'seeked')
    video.currentTime = seconds
    await seeked
  }
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = Math.max(1, Math.round((WIDTH * video.videoHeight) / video.videoWidth))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.8))
  if (!blob) throw new Error('The frame could not be encoded.')
  return URL.createObjectURL(blob)
}

function once(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true })
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
