export { formatTimecode } from './time'

/**
 * A time one frame on or back, on the grid of frames; browsers do not tell the rate, 30 is assumed.
 * @deprecated `stepFrame` of `./time`, in milliseconds, lands inside the frame
 */
export function stepFrame(seconds: number, frames: number, duration: number, rate = 30): number {
  const next = (Math.round(seconds * rate) + frames) / rate
  return Math.min(duration, Math.max(0, next))
}
