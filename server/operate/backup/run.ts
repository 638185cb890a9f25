import { createReadStream } from 'node:fs'
import type { Migrations } from '~~/server/db/engine'
import type { Dialect } from '~~/server/settings/dialect'
import { recordBackup, type LastBackup } from '~~/server/storage/last-backup'
import { secretFile, type ParsedSettings } from '~~/server/settings'
import type { ReferencedBlob } from '~~/server/storage/referenced-blobs'
import { openDriver } from '~~/server/storage/open'
import { isStillReferenced, referencedBlobPages } from '../blobs/referenced'
import { openSnapshot } from '../instance/snapshot'
import { describeDamage } from '../instance/intact-rows'
import type { Progress } from '../progress'
import type { Result } from '../result'
import { readEarlierBlobs } from './blob-index'
import { copyReferencedBlobs } from './copy-blobs'
import type { Gaps } from './gaps'
import { createLineWriter } from './lines'
import { lockPlace } from './lock'
import { dataFiles, FORMAT, newFileNames, writeManifest, type Manifest } from './manifest'
import { assertOutside, openPlace, type BackupPlace } from './place'
import { prune } from './prune'
import { resultOf } from './report'
import { readPages, writeRows, type WrittenRows } from './rows'
import { copySecret } from './secret'

/**
 * The largest number of attempts to read the rows. They are read again if a blob is deleted while the backup
 * runs.
 */
const MAX_ATTEMPTS = 5

interface Context {
  settings: ParsedSettings
  migrations: Record<Dialect, Migrations>
  progress: Progress
}

/**
 * Backs up the instance to a folder or a bucket. First writes the rows as of one point in time, then the
 * blobs whose keys the rows contain, then the manifest, with which the backup is complete. Keeps the newest
 * `keep` backups and removes older ones. The exit code is 1 if a row or blob of the instance is damaged, or
 * if a blob is missing although the database contains its key.
 */
export async function backUp({ to, keep }: { to: string; keep: number }, context: Context): Promise<Result> {
  const { blobUrl, sources } = context.settings
  assertOutside(to, blobUrl, sources.blobs)
  const place = await openPlace(to, 'everything')
  try {
    const unlock = await lockPlace(place)
    try {
      const total = { count: 0, bytes: 0 }
      for (let attempt = 1; ; attempt += 1) {
        const { manifest, copied, gaps } = await copyInstance(place, context)
        total.count += copied.count
        total.bytes += copied.bytes
        if (attempt < MAX_ATTEMPTS && (await wereDeleted(gaps.missing, context))) continue
        await writeManifest(place, manifest)
        const generations = await prune(place, keep)
        const result = resultOf(to, { manifest, gaps, copied: total, generations })
        if (result.exitCode === 0) await record(context, { at: manifest.createdAt, to })
        return result
      }
    } finally {
      await unlock()
    }
  } finally {
    await place.close()
  }
}

/**
 * Records that a backup is complete. If this fails, the backup is still complete, but the doctor and the
 * metrics do not know about it.
 */
async function record({ settings, progress }: Context, backup: LastBackup): Promise<void> {
  await recordBackup(settings.dataDir, backup).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    progress.note(`DATA_DIR: the time of this backup cannot be written there (${code}); let this user write`)
  })
}

async function copyInstance(place: BackupPlace, { settings, migrations, progress }: Context) {
  const { database, sources, blobUrl, authSecret, dataDir } = settings
  const source = await openDriver(blobUrl, sources.blobs, 'reading')
  const names = newFileNames()
  const snapshot = await openSnapshot(database, sources.database, migrations)
  const { tables, schema } = snapshot
  const rowsFile = await place.begin(names.database)
  let rows: WrittenRows
  try {
    rows = await writeRows(snapshot, rowsFile.path, progress)
  } finally {
    await snapshot.close()
  }
  const earlier = readEarlierBlobs(place, await dataFiles(place, 'blobs'))
  const indexFile = await place.begin(names.blobs)
  const index = createLineWriter(indexFile.path)
  const pages = referencedBlobPages(readPages(names.database, createReadStream(rowsFile.path), tables))
  const blobs = await copyReferencedBlobs(
    pages,
    { source, target: place.blobs },
    { earlier, index, progress },
  )
  await earlier.close()
  const { sha256 } = await index.end()
  await rowsFile.store()
  await indexFile.store()
  const { copied, missing, damaged, count, bytes } = blobs
  const gaps: Gaps = { missing, damagedBlobs: damaged, damagedRows: rows.damaged }
  const manifest: Manifest = {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    schema,
    database: {
      file: names.database,
      bytes: rows.bytes,
      sha256: rows.sha256,
      tables: rows.tables,
      damaged: rows.damaged.map(describeDamage),
    },
    blobs: {
      file: names.blobs,
      sha256,
      count,
      bytes,
      missing: missing.length,
      damaged: damaged.length,
    },
    secret: await copySecret(place, names.secret, authSecret === null ? secretFile(dataDir) : null),
  }
  return { manifest, copied, gaps }
}

/**
 * Returns whether one of the blobs was deleted after the rows had been read: the database no longer contains
 * its key.
 */
async function wereDeleted(blobs: ReferencedBlob[], { settings, migrations }: Context): Promise<boolean> {
  if (blobs.length === 0) return false
  const snapshot = await openSnapshot(settings.database, settings.sources.database, migrations)
  try {
    for (const blob of blobs) if (!(await isStillReferenced(snapshot.db, snapshot.tables, blob))) return true
    return false
  } finally {
    await snapshot.close()
  }
}
