/** Milliseconds as `0:07.250` or `1:02:03.040`. */
export function formatTimecode(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  const hours = Math.floor(whole / 3_600_000)
  const minutes = Math.floor(whole / 60_000) % 60
  const seconds = Math.floor(whole / 1000) % 60
  const tail = `${String(seconds).padStart(2, '0')}.${String(whole % 1000).padStart(3, '0')}`
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/** A time one frame on or back, on the grid of frames; browsers do not tell the rate, 30 is assumed. */
export function stepFrame(seconds: number, frames: number, duration: number, rate = 30): number {
  const next = (Math.round(seconds * rate) + frames) / rate
  return Math.min(duration, Math.max(0, next))
}
