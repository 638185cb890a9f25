import { existsSync } from 'node:fs'
import { dialectOf, type Dialect } from '~~/server/settings/dialect'
import type { Migrations } from '~~/server/db/engine'
import { DatabaseInUseError, lockDatabase } from '~~/server/db/sqlite/lock'
import { secretFile, type ParsedSettings } from '~~/server/settings'
import { openDriver } from '~~/server/storage/open'
import { listFirst } from '../backup/report'
import { assertPartOf } from '../blobs/copy'
import { OperateError } from '../fault'
import { formatBytes, formatCount, withoutPassword } from '../format'
import { openSnapshot, type Snapshot } from '../instance/snapshot'
import { differingTables, sumOf, totalRows, type TableSum } from '../instance/portable'
import { inUse, notEmpty, openTarget, type Target } from '../instance/target'
import { readRows } from '../instance/tables'
import type { Progress } from '../progress'
import type { Result } from '../result'
import { moveBlobs, type MovedBlobs } from './blobs'

interface Context {
  settings: ParsedSettings
  migrations: Record<Dialect, Migrations>
  progress: Progress
}

/**
 * The destination of a move. `to` is a `postgres://` URL. `blobs` is a `BLOB_URL`; null if the blobs are not
 * moved.
 */
export interface Destination {
  to: string
  blobs: string | null
}

/**
 * Copies an instance that uses SQLite to PostgreSQL, and its blobs to another store. The settings determine
 * the instance. After an interruption, the move can be run again: blobs that were already copied are skipped,
 * and all rows are copied in one transaction. Changes nothing in the source; no server can use the source
 * during the move. The exit code is 1 if blobs of the source are missing or damaged.
 */
export async function move({ to, blobs }: Destination, context: Context): Promise<Result> {
  const { settings, migrations, progress } = context
  const { database, sources, blobUrl } = settings
  if (database.dialect !== 'sqlite')
    throw new OperateError(
      `${sources.database}: the instance is on PostgreSQL already; move copies from SQLite`,
    )
  if (dialectOf(to) !== 'postgres' || !URL.canParse(to))
    throw new OperateError('--to: this is not an address such as postgres://user:password@host:5432/exhibit')
  const unlock = lockSource(database, sources.database)
  try {
    const snapshot = await openSnapshot(database, sources.database, migrations)
    try {
      const target = await openTarget({ dialect: 'postgres', url: to }, '--to', migrations)
      try {
        progress.update('reading the database')
        const sums: Record<string, TableSum> = {}
        for (const table of snapshot.tables) sums[table.name] = await sumOf(snapshot.db, table)
        const isDone = await isMoved(target, sums)
        const moved = blobs === null ? null : await moveBlobsTo(blobs, snapshot, settings, progress)
        if (!isDone) await moveRows(snapshot, target, sums, progress)
        const text = [
          `Copied and verified ${formatCount(totalRows(sums), 'row')}${moved ? describe(moved) : ''}`,
          ...(moved && moved.missing > 0
            ? [`${formatCount(moved.missing, 'blob')} that the database names are missing in ${blobUrl}`]
            : []),
          ...(moved && moved.damaged.length > 0
            ? [`Damaged: ${formatCount(moved.damaged.length, 'blob')} (${listFirst(moved.damaged)})`]
            : []),
          ...settingsToChange({ to, blobs }, settings),
        ].join('\n')
        const isWhole = !moved || moved.missing + moved.damaged.length === 0
        return {
          exitCode: isWhole ? 0 : 1,
          text,
          data: {
            rows: totalRows(sums),
            blobs: moved,
            settings: settingsToChange({ to, blobs }, settings)
              .slice(1)
              .map(line => line.trim()),
          },
        }
      } finally {
        await target.close()
      }
    } finally {
      await snapshot.close()
    }
  } finally {
    unlock()
  }
}

const describe = ({ count, bytes, copied }: MovedBlobs) =>
  ` and ${formatCount(count, 'blob')} (${formatBytes(bytes)}; ${copied.toLocaleString('en')} copied now)`

function lockSource(address: { dialect: 'sqlite'; file: string }, setting: string): () => void {
  try {
    return lockDatabase(address.file)
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error
    throw new OperateError(inUse(address, setting))
  }
}

/** Returns whether the target already has exactly the rows of the source. Throws if it has other rows. */
async function isMoved(target: Target, sums: Record<string, TableSum>): Promise<boolean> {
  const filled = await target.filledTable()
  if (filled === null) return false
  if (differingTables(sums, await target.sums()).length > 0) throw notEmpty('--to', filled)
  return true
}

async function moveBlobsTo(
  address: string,
  snapshot: Snapshot,
  { blobUrl, sources }: ParsedSettings,
  progress: Progress,
): Promise<MovedBlobs> {
  if (address === blobUrl) throw new OperateError('--blobs: this is where the blobs are; leave it out')
  const source = await openDriver(blobUrl, sources.blobs, 'reading')
  const target = await openDriver(address, '--blobs')
  await assertPartOf(target, source, '--blobs')
  return moveBlobs(snapshot, source, target, progress)
}

async function moveRows(
  snapshot: Snapshot,
  target: Target,
  sums: Record<string, TableSum>,
  progress: Progress,
): Promise<void> {
  const total = totalRows(sums)
  await target.transaction(async insert => {
    let done = 0
    for (const [position, table] of target.tables.entries()) {
      const from = snapshot.tables[position]
      if (!from) throw new Error(`the source has no table ${table.name}`)
      for await (const rows of readRows(snapshot.db, from)) {
        await insert(table, rows)
        done += rows.length
        progress.update(
          `database: ${done.toLocaleString('en')} of ${formatCount(total, 'row')} (${table.name})`,
        )
      }
    }
    progress.update('database: comparing all rows')
    const [different] = differingTables(sums, await target.sums())
    if (different !== undefined)
      throw new OperateError(`the rows of table ${different} differ after the copy; nothing was moved`)
  })
}

function settingsToChange({ to, blobs }: Destination, { authSecret, dataDir }: ParsedSettings): string[] {
  const file = secretFile(dataDir)
  const isInFile = authSecret === null && existsSync(file)
  return [
    'Change these settings, then start the server:',
    `  DATABASE_URL=${withoutPassword(to)}${URL.parse(to)?.password ? '   (with the password)' : ''}`,
    ...(blobs === null ? [] : [`  BLOB_URL=${withoutPassword(blobs)}`]),
    ...(isInFile ? [`  AUTH_SECRET=   (the content of ${file})`] : []),
  ]
}
