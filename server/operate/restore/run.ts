import type { Dialect } from '~~/server/settings/dialect'
import type { Migrations } from '~~/server/db/engine'
import { assertWritableFolder } from '~~/server/settings/writable-folder'
import type { ParsedSettings } from '~~/server/settings'
import type { BlobDriver } from '~~/server/storage/driver'
import { openDriver } from '~~/server/storage/open'
import { readIndex, type IndexedBlob } from '../backup/blob-index'
import { generationOf, type Manifest } from '../backup/manifest'
import { openPlace, type BackupPlace } from '../backup/place'
import { listFirst } from '../backup/report'
import { readPages } from '../backup/rows'
import { assertPartOf, copyBlob, inParallel } from '../blobs/copy'
import { OperateError } from '../fault'
import { formatBytes, formatCount } from '../format'
import { differingTables, totalRows } from '../instance/portable'
import { notEmpty, openTarget, type Target } from '../instance/target'
import type { Progress } from '../progress'
import type { Result } from '../result'
import { checkBackup } from './check'
import { prepareSecret } from './secret'
import { commandLine } from '~~/server/process/command-line'

/** The number of lines of the blob index that are in memory at the same time. */
const PAGE = 500

interface Context {
  settings: ParsedSettings
  migrations: Record<Dialect, Migrations>
  progress: Progress
}

/**
 * Restores a backup to the instance in the settings. First restores the blobs, then the secret, then all rows
 * in one transaction. After an interruption the database still has no rows, so the restore can be run again.
 * Throws an OperateError if the backup is damaged or the instance is not empty.
 */
export async function restore(
  { from, generation }: { from: string; generation: string | null },
  context: Context,
): Promise<Result> {
  const place = await openPlace(from, 'reading')
  try {
    return await restoreFrom(place, generation, context)
  } finally {
    await place.close()
  }
}

async function restoreFrom(
  place: BackupPlace,
  generation: string | null,
  { settings, migrations, progress }: Context,
): Promise<Result> {
  const { database, sources, blobUrl, dataDir } = settings
  progress.update('checking the backup')
  const manifest = await checkBackup(place, generation, migrations)
  assertWritableFolder('DATA_DIR', dataDir)
  const restoreSecret = await prepareSecret(place, manifest.secret, settings)
  const target = await openTarget(database, sources.database, migrations)
  try {
    const filled = await target.filledTable()
    if (filled !== null) throw notEmpty(sources.database, filled)
    const store = await openDriver(blobUrl, sources.blobs)
    await assertPartOf(store, place.blobs, sources.blobs)
    await restoreBlobs(place, manifest, store, progress)
    await restoreSecret()
    await restoreRows(place, manifest, target, progress)
  } finally {
    await target.close()
  }
  const rows = totalRows(manifest.database.tables)
  const { count, bytes, missing, damaged } = manifest.blobs
  const { damaged: damagedRows } = manifest.database
  const text = [
    `Restored and verified ${formatCount(rows, 'row')} and ${formatCount(count, 'blob')} ` +
      `(${formatBytes(bytes)}) of ${manifest.createdAt}`,
    ...(missing > 0
      ? [`The backup lacks ${formatCount(missing, 'blob')} that were missing when it was made`]
      : []),
    ...(damaged > 0
      ? [
          `Damaged when the backup was made: ${formatCount(damaged, 'blob')}, ` +
            `which ${commandLine('doctor --deep')} names`,
        ]
      : []),
    ...(damagedRows.length > 0
      ? [`The backup lacks what was damaged in the database when it was made: ${listFirst(damagedRows)}`]
      : []),
    ...(manifest.secret ? [] : ['Set AUTH_SECRET to the value that it had on the server that was backed up']),
  ].join('\n')
  const data = {
    generation: generationOf(manifest),
    createdAt: manifest.createdAt,
    rows,
    blobs: { count, bytes },
    missing,
    damaged,
    damagedRows,
    secret: manifest.secret !== null,
  }
  return { exitCode: 0, text, data }
}

async function restoreBlobs(
  place: BackupPlace,
  { blobs }: Manifest,
  store: BlobDriver,
  progress: Progress,
): Promise<void> {
  const source = place.blobs
  let done = 0
  const restoreOne = async ({ key, bytes, sha256 }: IndexedBlob) => {
    // If the blob exists with the right size, an earlier, interrupted restore has already restored it. It is
    // complete, because a blob appears completely or not at all.
    const isPresent = (await store.getMeta(key))?.size === bytes
    if (!isPresent && !(await copyBlob(source, store, key, { bytes, sha256 })))
      throw new OperateError(`${place.name} lacks the blob ${key}; use another backup`)
    done += 1
    progress.update(`blobs: ${done.toLocaleString('en')} of ${formatCount(blobs.count, 'blob')}`)
  }
  for await (const page of pagesOf(readIndex(place, blobs.file))) await inParallel(page, restoreOne)
  for await (const page of pagesOf(readIndex(place, blobs.file)))
    await inParallel(page, async ({ key, bytes }) => {
      const found = await store.getMeta(key)
      if (found?.size !== bytes)
        throw new OperateError(`the blob store did not store ${key} as it was sent; run the restore again`)
    })
}

async function* pagesOf<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let page: T[] = []
  for await (const item of items) {
    page.push(item)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

async function restoreRows(
  place: BackupPlace,
  { database }: Manifest,
  target: Target,
  progress: Progress,
): Promise<void> {
  const stream = await place.stream(database.file)
  if (!stream) throw new OperateError(`${place.name} lacks ${database.file}; use another backup`)
  await target.transaction(async insert => {
    let done = 0
    for await (const { table, rows } of readPages(database.file, stream, target.tables)) {
      await insert(table, rows)
      done += rows.length
      progress.update(`database: ${formatCount(done, 'row')} (${table.name})`)
    }
    progress.update('database: comparing all rows')
    const [different] = differingTables(database.tables, await target.sums())
    if (different !== undefined)
      throw new OperateError(`the rows of table ${different} differ from the backup; nothing was restored`)
  })
}
