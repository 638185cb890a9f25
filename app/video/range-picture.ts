import { limits } from '#shared/contract/kit/limits'
import { formatTimecode } from '~/annotation/time'
import { drawFrame, encodeWithinLimit } from './encoded-frame'
import { capture } from './frame-queue'

/**
 * The columns and rows of a picture with the frames of a range, and the height in pixels of the time below
 * each frame.
 */
const COLUMNS = 3
const ROWS = 2
const LABEL = 24

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
        drawFrame(video, Math.min(1, most.width / video.videoWidth, most.height / video.videoHeight)),
      ),
    ),
  )
  const picture = document.createElement('canvas')
  picture.width = Math.max(...frames.map(each => each.width)) * COLUMNS
  picture.height = (Math.max(...frames.map(each => each.height)) + LABEL) * ROWS
  const context = picture.getContext('2d')
  if (context) drawRangePicture(context, frames, times)
  return encodeWithinLimit(picture)
}

/** Draws frames of the same size in rows, each with its time below. */
function drawRangePicture(
  context: CanvasRenderingContext2D,
  frames: HTMLCanvasElement[],
  times: number[],
): void {
  const { width: fullWidth, height: fullHeight } = context.canvas
  const [width, height] = [fullWidth / COLUMNS, fullHeight / ROWS]
  context.fillRect(0, 0, fullWidth, fullHeight)
  context.fillStyle = '#ffffff'
  context.font = '16px monospace'
  for (const [at, frame] of frames.entries()) {
    const x = (at % COLUMNS) * width
    const y = Math.floor(at / COLUMNS) * height
    context.drawImage(frame, x, y)
    context.fillText(formatTimecode(times[at] ?? 0), x + 6, y + height - 8, width)
  }
}
