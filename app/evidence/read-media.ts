import type { ArtifactKind } from '#shared/contract/media-types'

/** What a browser can tell of a file. What it cannot, the server reads from the bytes. */
export interface MediaFacts {
  width?: number
  height?: number
  durationMs?: number
  /** A still of a recording. */
  poster: Blob | null
}

const PATIENCE_MS = 8000
/** Past any end: makes a browser look for the real one where a recording does not say. */
const BEYOND = 1e9

/** Reads size, length and a still; empty where the browser does not know the format. */
export async function readMedia(file: File, kind: ArtifactKind): Promise<MediaFacts> {
  const address = URL.createObjectURL(file)
  try {
    return kind === 'image' ? await readImage(address) : await readVideo(address)
  } catch {
    return { poster: null }
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function readImage(address: string): Promise<MediaFacts> {
  const image = new Image()
  image.src = address
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight, poster: null }
}

async function readVideo(address: string): Promise<MediaFacts> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  video.src = address
  await happens(video, 'loadedmetadata')
  if (!Number.isFinite(video.duration)) {
    video.currentTime = BEYOND
    await happens(video, 'durationchange')
  }
  const seconds = Number.isFinite(video.duration) ? video.duration : undefined
  const facts = {
    width: video.videoWidth,
    height: video.videoHeight,
    ...(seconds !== undefined && { durationMs: Math.round(seconds * 1000) }),
  }
  const poster = await stillOf(video, Math.min(1, (seconds ?? 0) / 2)).catch(() => null)
  return { ...facts, poster }
}

async function stillOf(video: HTMLVideoElement, at: number): Promise<Blob | null> {
  const arrived = happens(video, 'seeked')
  video.currentTime = at
  await arrived
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}

function happens(video: HTMLVideoElement, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(what, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('The browser cannot play this.')), { once: true })
    setTimeout(() => reject(new Error('The browser takes too long.')), PATIENCE_MS)
  })
}
