import { clamp } from '#shared/annotation/fraction'

/**
 * Frames per second. A video with a lower frame rate counts as a video with this rate when the page decides
 * whether a mark is drawn: one frame of a screen recording may last for seconds, but its marks must not be
 * drawn that long.
 */
const SLOWEST_RATE = 10

/** Formats milliseconds: `0:07.250`, or from one hour on `1:02:03.040`. */
export function formatTimecode(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  const hours = Math.floor(whole / 3_600_000)
  const minutes = Math.floor(whole / 60_000) % 60
  const seconds = Math.floor(whole / 1000) % 60
  const tail = `${String(seconds).padStart(2, '0')}.${String(whole % 1000).padStart(3, '0')}`
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/** Formats a video time, `0:07.250`, or a range: `0:07.250–0:12.000`. */
export function formatMoment(ms: number, endMs?: number | null): string {
  return endMs == null ? formatTimecode(ms) : `${formatTimecode(ms)}–${formatTimecode(endMs)}`
}

/**
 * Returns whether a video at position `ms` shows the video time or range of a comment. Half a frame is added
 * before and after, because the video time of a comment is seldom the start of a frame.
 */
export function isAtMoment(
  { timestampMs, endMs }: { timestampMs: number | null; endMs?: number | null },
  ms: number,
  fps: number,
): boolean {
  if (timestampMs === null) return false
  const half = 500 / Math.max(fps, SLOWEST_RATE)
  return ms >= timestampMs - half && ms <= (endMs ?? timestampMs) + half
}

/**
 * Returns the video time, in milliseconds, whose frame shows the subject of a comment: the frame on which its
 * shapes were drawn, else the video time or the start of the range. Returns null for a comment without a
 * video time.
 */
export const frameTime = ({
  timestampMs = null,
  frameMs,
}: {
  timestampMs?: number | null
  frameMs?: number | null
}): number | null => (timestampMs === null ? null : (frameMs ?? timestampMs))

/**
 * Parses a timecode into milliseconds: `7.25`, `0:07.250`, `1:02:03.040`. Only the first unit may exceed 59.
 * More than three decimals are rounded. Returns null for any other text.
 */
export function parseTimecode(text: string): number | null {
  const [, head, seconds, decimals = ''] = /^((?:\d+:){0,2})(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? []
  if (head === undefined || seconds === undefined) return null
  const units = [...head.split(':').filter(unit => unit !== ''), seconds].map(Number)
  if (units.slice(1).some(unit => unit > 59)) return null
  const ms =
    units.reduce((sum, unit) => sum * 60 + unit, 0) * 1000 + Math.round(Number(`0.${decimals || '0'}`) * 1000)
  return Number.isSafeInteger(ms) ? ms : null
}

/**
 * Returns the time, in whole milliseconds, of the frame before or after the frame that is shown at `ms`. The
 * result is at least 0 and at most the duration of the video. It is rounded up, so that it lies inside the
 * frame: at 30 frames per second, a seek to 33 ms still shows the frame that ends at 33.3 ms.
 */
export function stepFrame(ms: number, fps: number, direction: 1 | -1, durationMs = Infinity): number {
  // Adds 1e-6, because a time at the start of a frame must not be rounded down into the previous frame.
  const frame = Math.floor((ms * fps) / 1000 + 1e-6) + direction
  return clamp(Math.ceil((frame * 1000) / fps - 1e-6), 0, durationMs)
}

/** Returns the position of a time on the time bar, from 0 to 1. Returns 0 while the duration is unknown. */
export function markerPosition(ms: number, durationMs: number): number {
  return durationMs > 0 ? clamp(ms / durationMs, 0, 1) : 0
}

/**
 * Markers that are too close together to be drawn separately. They are drawn as one marker at `position` (0
 * to 1).
 */
export interface MarkerCluster<M> {
  position: number
  markers: M[]
}

/**
 * Groups markers in order of time. A marker that is nearer than `gap` CSS pixels to the first marker of a
 * cluster joins that cluster. A cluster has the position of its first marker, so clusters are at least `gap`
 * apart.
 */
export function clusterMarkers<M extends { ms: number }>(
  markers: readonly M[],
  durationMs: number,
  barWidth: number,
  gap: number,
): MarkerCluster<M>[] {
  const clusters: MarkerCluster<M>[] = []
  for (const marker of [...markers].sort((a, b) => a.ms - b.ms)) {
    const position = markerPosition(marker.ms, durationMs)
    const last = clusters.at(-1)
    if (last && (position - last.position) * barWidth < gap) last.markers.push(marker)
    else clusters.push({ position, markers: [marker] })
  }
  return clusters
}
