import { clamp } from './fraction'

/** Milliseconds as `0:07.250` or, from an hour on, `1:02:03.040`. */
export function formatTimecode(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  const hours = Math.floor(whole / 3_600_000)
  const minutes = Math.floor(whole / 60_000) % 60
  const seconds = Math.floor(whole / 1000) % 60
  const tail = `${String(seconds).padStart(2, '0')}.${String(whole % 1000).padStart(3, '0')}`
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/**
 * Milliseconds of a timecode somebody typed: `7.25`, `0:07.250`, `1:02:03.040`. Only the first unit may
 * exceed 59; more than three decimals are rounded. Null for anything else.
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
 * The time, in whole milliseconds, of the frame before or after the one shown at `ms`, within the recording.
 * It is rounded up, into the frame: a player that seeks to 33 ms at 30 frames a second still shows the frame
 * that ends at 33.3.
 */
export function stepFrame(ms: number, fps: number, direction: 1 | -1, durationMs = Infinity): number {
  // A frame's own start must not be taken for the end of the one before, whatever 1000 / 29.97 rounds to.
  const frame = Math.floor((ms * fps) / 1000 + 1e-6) + direction
  return clamp(Math.ceil((frame * 1000) / fps - 1e-6), 0, durationMs)
}

/** Where a time stands on the bar, from 0 to 1; 0 while the duration is unknown. */
export function markerPosition(ms: number, durationMs: number): number {
  return durationMs > 0 ? clamp(ms / durationMs, 0, 1) : 0
}

/** Markers that stand too close to be told apart: drawn once, at `position` (0 to 1). */
export interface MarkerCluster<M> {
  position: number
  markers: M[]
}

/**
 * Markers in order of time; those nearer than `gap` CSS pixels to the first of their cluster join it. Each
 * cluster stands where its first marker does, so no two are drawn nearer than `gap`.
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
