import { DAY } from '#shared/time'
import { readLastBackup } from '~~/server/storage/last-backup'
import type { Reader } from '../instance/reader'
import type { Finding } from './finding'
import { commandLine } from '~~/server/process/command-line'

/**
 * The age in milliseconds above which the last backup causes a warning. If there is no backup, the age of the
 * instance is used instead.
 */
const OLD = 7 * DAY

/** Reports the age of the last complete backup that `npm run backup` made. */
export async function checkBackup({ query }: Reader, dataDir: string): Promise<Finding> {
  const last = await readLastBackup(dataDir)
  const [row] = await query('SELECT min(created_at) AS oldest FROM event')
  const unsafeSince = last ? Date.parse(last.at) : Number(row?.oldest ?? Date.now())
  const level = Date.now() - unsafeSince > OLD ? 'warning' : 'ok'
  const remedy = level === 'ok' ? '' : `; run ${commandLine('backup FOLDER')}`
  const text = last
    ? `the last complete one was made ${ageOf(unsafeSince)}, to ${last.to}`
    : `${commandLine('backup')} has recorded none in DATA_DIR`
  return { check: 'backup', level, text: text + remedy }
}

function ageOf(time: number): string {
  const days = Math.floor((Date.now() - time) / DAY)
  return days < 1 ? 'less than a day ago' : `${days} day${days === 1 ? '' : 's'} ago`
}
