import { limits } from '#shared/contract/kit/limits'
import { drawFrame, encode, encodeWithinLimit } from './encoded-frame'
import { capture } from './frame-queue'

/** Pixels: the width of a frame's thumbnail. It is twice the width on the page, for high-density screens. */
const WIDTH = 192
/** The maximum number of cached thumbnails. The oldest ones are evicted first. */
const MAX_CACHED = 300
// A module variable: one cache per browser tab, for all pages. It is used in the browser only.
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
    return URL.createObjectURL(await encode(drawFrame(video, scale), 'image/jpeg', 0.8))
  })
  thumbnails.set(key, thumbnail)
  thumbnail.catch(() => thumbnails.delete(key))
  evictOldest()
  return thumbnail
}

/**
 * Returns a frame of a video at a size that the server accepts: at most `limits.framePixels` per side, and
 * `limits.frameBytes`. Rejects if the video cannot be decoded.
 */
export function wholeFrameAt(address: string, ms: number): Promise<Blob> {
  return capture(address, ms, async video => {
    const scale = Math.min(1, limits.framePixels / Math.max(video.videoWidth, video.videoHeight))
    return encodeWithinLimit(drawFrame(video, scale))
  })
}

function evictOldest() {
  const [oldest] = thumbnails
  if (thumbnails.size <= MAX_CACHED || !oldest) return
  thumbnails.delete(oldest[0])
  oldest[1].then(url => URL.revokeObjectURL(url)).catch(() => {})
}
