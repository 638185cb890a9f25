/** CSS pixels across a frame's picture, doubled for dense screens. */
const WIDTH = 192
/** Pictures kept in memory; the oldest go first. */
const KEPT = 300
/** A recording that nobody asks for another frame of is let go after this many milliseconds. */
const IDLE = 4000

interface Reel {
  video: HTMLVideoElement
  ready: Promise<void>
  queue: Promise<unknown>
  waiting: number
  closing?: ReturnType<typeof setTimeout>
}

const reels = new Map<string, Reel>()
const frames = new Map<string, Promise<string>>()

/**
 * The picture of a recording at a moment, as an address for an image. Made in the browser, one after another
 * for each recording, and kept in memory. Rejects when the recording cannot be read.
 */
export function frameAt(address: string, ms: number): Promise<string> {
  const key = `${address}#${ms}`
  const known = frames.get(key)
  if (known) return known
  const reel = reelOf(address)
  reel.waiting++
  const frame = reel.queue.then(() => reel.ready).then(() => capture(reel.video, ms / 1000))
  reel.queue = frame.catch(() => {})
  frames.set(key, frame)
  frame.catch(() => frames.delete(key))
  frame.finally(() => rest(address, reel)).catch(() => {})
  forgetOldest()
  return frame
}

function reelOf(address: string): Reel {
  const known = reels.get(address)
  if (known) {
    clearTimeout(known.closing)
    return known
  }
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  const reel: Reel = { video, ready: when(video, 'loadeddata'), queue: Promise.resolve(), waiting: 0 }
  // A recording that cannot be read fails each of its frames, not the page.
  reel.ready.catch(() => {})
  video.src = address
  reels.set(address, reel)
  return reel
}

/** Lets the decoder go when nothing is asked for any more. */
function rest(address: string, reel: Reel) {
  reel.waiting--
  clearTimeout(reel.closing)
  if (reel.waiting > 0) return
  reel.closing = setTimeout(() => {
    reels.delete(address)
    reel.video.removeAttribute('src')
    reel.video.load()
  }, IDLE)
}

async function capture(video: HTMLVideoElement, seconds: number): Promise<string> {
  if (Math.abs(video.currentTime - seconds) > 0.001) {
    const seeked = when(video, 'seeked')
    video.currentTime = seconds
    await seeked
  }
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = Math.max(1, Math.round((WIDTH * video.videoHeight) / video.videoWidth))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.8))
  if (!blob) throw new Error('The frame could not be kept.')
  return URL.createObjectURL(blob)
}

function when(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('The recording could not be read.')), {
      once: true,
    })
  })
}

function forgetOldest() {
  const [oldest] = frames
  if (frames.size <= KEPT || !oldest) return
  frames.delete(oldest[0])
  oldest[1].then(url => URL.revokeObjectURL(url)).catch(() => {})
}
