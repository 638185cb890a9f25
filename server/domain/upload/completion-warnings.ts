import { limits } from '#shared/contract/kit/limits'
import type { CompletionWarning } from '#shared/contract/upload'
import type { RevisionRow } from '~~/server/domain/artifact/serialize'

type Measured = Pick<
  RevisionRow,
  'width' | 'height' | 'durationMs' | 'fileWidth' | 'fileHeight' | 'fileDurationMs'
>

/**
 * Returns where the size and the length of a completed revision, which its caller may state, differ from what
 * its file states. Lengths may differ by a second, since players and encoders round them differently.
 */
export function completionWarnings(row: Measured): CompletionWarning[] {
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
  return [...size('width', row.fileWidth), ...size('height', row.fileHeight), ...ofDuration(row)]
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
