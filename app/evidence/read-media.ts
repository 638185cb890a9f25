import type { ArtifactKind } from '#shared/contract/media-types'
import { hasPictures } from './has-pictures'
import { showFrame } from '~/evidence/show-frame'

/**
 * The metadata that a browser can read from a media file. The server reads missing values from the bytes of
 * the file.
 */
export interface MediaMetadata {
  width?: number
  height?: number
  durationMs?: number
  /** A frame of a video as JPEG; null for an image. */
  poster: Blob | null
}

const TIMEOUT_MS = 8000
/**
 * Seconds: a position after the end of any video. Seeking to it makes a browser compute the duration if the
 * file does not contain it.
 */
const PAST_END_S = 1e9

/**
 * Reads the dimensions, the duration and a poster of a file. Returns only `poster: null` if the browser
 * cannot decode the file.
 */
export async function readMedia(file: File, kind: ArtifactKind): Promise<MediaMetadata> {
  const url = URL.createObjectURL(file)
  try {
    return kind === 'image' ? await readImage(url) : await readVideo(url)
  } catch {
    return { poster: null }
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function readImage(url: string): Promise<MediaMetadata> {
  const image = new Image()
  image.src = url
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight, poster: null }
}

async function readVideo(url: string): Promise<MediaMetadata> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  video.src = url
  await nextEvent(video, 'loadedmetadata')
  if (!hasPictures(video)) throw new Error('The browser cannot decode the pictures of the video.')
  if (!Number.isFinite(video.duration)) {
    video.currentTime = PAST_END_S
    await nextEvent(video, 'durationchange')
  }
  const seconds = Number.isFinite(video.duration) ? video.duration : undefined
  const metadata = {
    width: video.videoWidth,
    height: video.videoHeight,
    ...(seconds !== undefined && { durationMs: Math.round(seconds * 1000) }),
  }
  const poster = await captureFrame(video, Math.min(1, (seconds ?? 0) / 2)).catch(() => null)
  return { ...metadata, poster }
}

async function captureFrame(video: HTMLVideoElement, at: number): Promise<Blob | null> {
  await inTime(showFrame(video, at))
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}

function nextEvent(video: HTMLVideoElement, type: string): Promise<void> {
  return inTime(
    new Promise((resolve, reject) => {
      video.addEventListener(type, () => resolve(), { once: true })
      video.addEventListener('error', () => reject(new Error('The browser cannot decode the video.')), {
        once: true,
      })
    }),
  )
}

const inTime = (step: Promise<void>): Promise<void> =>
  Promise.race([
    step,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The browser took too long.')), TIMEOUT_MS)
    }),
  ])
