import { limits } from '#shared/contract/kit/limits'

/** The encodings to try for a whole frame, the best first. Some browsers cannot encode WebP. */
const encodings = [
  ['image/webp', 0.92],
  ['image/jpeg', 0.92],
  ['image/jpeg', 0.6],
] as const

/** Draws the frame that a video shows, at a scale. */
export function drawFrame(video: HTMLVideoElement, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  // The size is rounded down, so that six frames together are not larger than the server accepts.
  canvas.width = Math.max(1, Math.floor(video.videoWidth * scale))
  canvas.height = Math.max(1, Math.floor(video.videoHeight * scale))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Encodes a picture. Rejects if the browser cannot encode it. */
export async function encode(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new Error('The frame could not be encoded.')
  return blob
}

/**
 * Encodes a picture with the first of the {@link encodings} whose result the server accepts: at most
 * `limits.frameBytes`.
 */
export async function encodeWithinLimit(canvas: HTMLCanvasElement): Promise<Blob> {
  for (const [type, quality] of encodings) {
    const frame = await encode(canvas, type, quality)
    if (frame.type === type && frame.size <= limits.frameBytes) return frame
  }
  throw new Error('The frame is too large.')
}
