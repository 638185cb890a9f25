import { describeDamage } from '../instance/intact-rows'
import { totalRows } from '../instance/portable'
import { formatBytes, formatCount } from '../format'
import type { Result } from '../result'
import { generationOf, type Manifest } from './manifest'
import type { Gaps } from './gaps'
import { commandLine } from '~~/server/process/command-line'

/** The largest number of names that the text lists. The JSON result lists all names. */
const MAX_NAMED = 10

/** Returns a text that lists the first names, and states how many further names there are. */
export function listFirst(names: string[]): string {
  const more = names.length - MAX_NAMED
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '')
}

/** The report of a finished backup. */
interface Done {
  manifest: Manifest
  gaps: Gaps
  /** The blobs that were copied. Other blobs were already in the backup folder or bucket. */
  copied: { count: number; bytes: number }
  generations: number
}

/** Returns the result of a backup, as text and as data. */
export function resultOf(to: string, { manifest, gaps, copied, generations }: Done): Result {
  const rows = totalRows(manifest.database.tables)
  const { count, bytes } = manifest.blobs
  const missing = gaps.missing.map(({ key }) => key)
  const damaged = gaps.damagedBlobs.map(({ key }) => key)
  const damagedRows = gaps.damagedRows.map(describeDamage)
  const lines = [
    `Backed up ${formatCount(rows, 'row')} and ${formatCount(count, 'blob')} (${formatBytes(bytes)}; ` +
      `${copied.count.toLocaleString('en')} new, ${formatBytes(copied.bytes)}) to ${to}` +
      (generations > 1 ? `, which has ${formatCount(generations, 'backup')} now` : ''),
    ...(missing.length > 0
      ? [
          `The instance lacks ${formatCount(missing.length, 'blob')} that its database names, such as ` +
            `${listFirst(missing)}: run ${commandLine('doctor')}`,
        ]
      : []),
    ...(damaged.length > 0
      ? [
          `Damaged in the instance: ${formatCount(damaged.length, 'blob')} (${listFirst(damaged)}). ` +
            'Restore them from an earlier backup',
        ]
      : []),
    ...(damagedRows.length > 0
      ? [
          `The database is damaged. Rows that cannot be read were left out: ${listFirst(damagedRows)}. ` +
            'Stop the server and restore an earlier backup, or continue without',
        ]
      : []),
    ...(manifest.secret
      ? []
      : ['The secret is not in the backup: keep the value of AUTH_SECRET, without which links end']),
  ]
  const isWhole = missing.length + damaged.length + damagedRows.length === 0
  return {
    exitCode: isWhole ? 0 : 1,
    text: lines.join('\n'),
    data: {
      to,
      generation: generationOf(manifest),
      createdAt: manifest.createdAt,
      generations,
      rows,
      blobs: { count, bytes, copied: copied.count, copiedBytes: copied.bytes },
      missing,
      damaged,
      damagedRows: gaps.damagedRows,
      secret: manifest.secret !== null,
    },
  }
}
