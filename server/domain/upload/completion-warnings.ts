import { limits } from '#shared/contract/kit/limits'
import type { Viewport } from '#shared/contract/kit/fields'
import type { CompletionWarning } from '#shared/contract/upload'
import type { RevisionRow } from '~~/server/domain/artifact/rows'

type Measured = Pick<
  RevisionRow,
  | 'width'
  | 'height'
  | 'durationMs'
  | 'fileWidth'
  | 'fileHeight'
  | 'fileDurationMs'
  | 'droppedTracks'
  | 'isBefore'
  | 'change'
>

/**
 * Returns the warnings about a completed revision. A revision gets a warning if the sent size or duration
 * differs from the size or duration of the file, if the file does not fit the viewport, if tracks are not
 * shown, and if the revision looks the same as the previous one. Durations may differ by a second, since
 * players and encoders round them differently.
 */
export function completionWarnings(row: Measured, viewport: Viewport | null): CompletionWarning[] {
  const size = (field: 'width' | 'height', measured: number | null): CompletionWarning[] =>
    measured === null || row[field] === measured
      ? []
      : [
          {
            code: 'size_mismatch',
            field,
            message: `The ${field} was sent as ${row[field]} pixels, but the file has ${measured}.`,
          },
        ]
  return [
    ...size('width', row.fileWidth),
    ...size('height', row.fileHeight),
    ...ofDuration(row),
    ...ofViewport(row, viewport),
    ...(row.droppedTracks ? [{ ...droppedTracks(row.droppedTracks), field: 'mime' }] : []),
    ...(row.change?.status === 'same' && !row.isBefore ? [unchanged] : []),
  ]
}

/**
 * Fractional ratios of device pixels to CSS pixels that screens and zoomed windows have. Whole ratios are
 * also possible.
 */
const FRACTIONS = [1.25, 1.5, 1.75, 2.25, 2.5, 2.625, 2.75, 3.5]
const MAX_SCALE = 10

/**
 * Returns a warning if the file does not fit its viewport. A file must be as wide as its viewport, multiplied
 * by the scale that was sent or by a scale that devices have. A video must also have the height of the
 * viewport, but screenshots may show whole pages. A narrower file with another aspect ratio shows only a part
 * of a page, so it gets no warning. A difference of less than two pixels is allowed, since video encoders
 * round to even numbers.
 */
function ofViewport(row: Measured, viewport: Viewport | null): CompletionWarning[] {
  const { fileWidth: width, fileHeight: height, fileDurationMs } = row
  if (viewport === null || width === null || height === null) return []
  const whole = Array.from({ length: MAX_SCALE }, (_, i) => i + 1)
  const scales = viewport.deviceScaleFactor ? [viewport.deviceScaleFactor] : [...whole, ...FRACTIONS]
  const isAt = (pixels: number, side: number, scale: number) => Math.abs(pixels - side * scale) < 2
  const isVideo = fileDurationMs !== null
  const isScaled = isAt(height, viewport.height, width / viewport.width)
  if (!isVideo && !isScaled && width < viewport.width * (viewport.deviceScaleFactor ?? 1)) return []
  const fits = scales.some(
    scale =>
      isAt(width, viewport.width, scale) && (fileDurationMs === null || isAt(height, viewport.height, scale)),
  )
  if (fits) return []
  const scale = viewport.deviceScaleFactor ? ` at a scale of ${viewport.deviceScaleFactor}` : ''
  return [
    {
      code: 'viewport_mismatch',
      field: 'viewport',
      message:
        `The viewport was sent as ${viewport.width} × ${viewport.height}${scale}, ` +
        `but the file has ${width} × ${height} pixels.`,
    },
  ]
}

/** Returns the warning about tracks of a video that its derivative leaves out. */
export function droppedTracks(kinds: readonly string[]): { code: 'dropped_tracks'; message: string } {
  const names = [...new Set(kinds)].map(kind => {
    const count = kinds.filter(each => each === kind).length
    return count > 1 ? `${count} of ${kind}` : `one of ${kind}`
  })
  return {
    code: 'dropped_tracks',
    message: `Tracks of the video are not shown: ${names.join(', ')}. The original has them.`,
  }
}

const unchanged: CompletionWarning = {
  code: 'unchanged',
  field: 'revisionId',
  message: 'This revision shows the same as the one before it.',
}

function ofDuration({ durationMs, fileDurationMs }: Measured): CompletionWarning[] {
  if (durationMs === null || fileDurationMs === null) return []
  if (Math.abs(durationMs - fileDurationMs) <= limits.timestampSlackMs) return []
  return [
    {
      code: 'duration_mismatch',
      field: 'durationMs',
      message: `The length was sent as ${durationMs} ms, but the file has ${fileDurationMs} ms.`,
    },
  ]
}
