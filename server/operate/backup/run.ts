import { copyFile, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Migrations } from '~~/server/db/engine'
import type { Dialect } from '~~/server/db/dialect'
import { secretFile, type ParsedSettings } from '~~/server/settings'
import type { NamedBlob } from '~~/server/storage/named-blobs'
import { blobFolder, openDriver } from '~~/server/storage/open'
import { isStillNamed, namedBlobPages } from '../blobs/named'
import { formatBytes, formatCount } from '../format'
import { totalRows } from '../instance/portable'
import { openSnapshot } from '../instance/snapshot'
import type { Progress } from '../progress'
import { readEarlierBlobs } from './blob-index'
import { copyNamedBlobs } from './copy-blobs'
import { backupBlobs, dataFiles, newFileNames, openBackupFolder } from './folder'
import { createLineWriter } from './lines'
import { FORMAT, writeManifest, type Manifest } from './manifest'
import { prune } from './prune'
import { readPages, writeRows } from './rows'

/** A blob that is deleted while a backup runs makes it begin again with the rows, at most this often. */
const MAX_ATTEMPTS = 5

interface Context {
  settings: ParsedSettings
  migrations: Record<Dialect, Migrations>
  progress: Progress
}

/**
 * Backs the instance up into a folder: the rows of one instant, then the blobs that they name, then the
 * manifest, which makes the backup whole. Returns what to print, and false when the instance lacks blobs that
 * its database names.
 */
export async function backUp(folder: string, context: Context): Promise<{ text: string; isWhole: boolean }> {
  const { blobUrl } = context.settings
  const unlock = await openBackupFolder(folder, blobFolder(blobUrl))
  try {
    const total = { count: 0, bytes: 0 }
    for (let attempt = 1; ; attempt += 1) {
      const { manifest, copied, missing } = await copyInstance(folder, context)
      total.count += copied.count
      total.bytes += copied.bytes
      if (attempt < MAX_ATTEMPTS && (await wereDeleted(missing, context))) continue
      await writeManifest(folder, manifest)
      await prune(folder, manifest)
      const rows = totalRows(manifest.database.tables)
      const { count, bytes } = manifest.blobs
      const text =
        `Backed up ${formatCount(rows, 'row')} and ${formatCount(count, 'blob')} (${formatBytes(bytes)}; ` +
        `${total.count.toLocaleString('en')} new, ${formatBytes(total.bytes)}) to ${folder}`
      return { text: `${text}${lacks(missing)}${secretHint(manifest)}`, isWhole: missing.length === 0 }
    }
  } finally {
    await unlock()
  }
}

const lacks = (missing: NamedBlob[]) =>
  missing.length === 0
    ? ''
    : `\nThe instance lacks ${formatCount(missing.length, 'blob')} that its database names, such as ` +
      `${missing[0]?.key}: run npm run doctor`

const secretHint = ({ secret }: Manifest) =>
  secret ? '' : '\nThe secret is not in the backup: keep the value of AUTH_SECRET, without which links end'

async function copyInstance(folder: string, { settings, migrations, progress }: Context) {
  const { database, sources, blobUrl, authSecret, dataDir } = settings
  const source = await openDriver(blobUrl, sources.blobs, 'reading')
  const names = newFileNames()
  const snapshot = await openSnapshot(database, sources.database, migrations)
  const { tables, schema } = snapshot
  let rows: Awaited<ReturnType<typeof writeRows>>
  try {
    rows = await writeRows(snapshot, join(folder, names.database), progress)
  } finally {
    await snapshot.close()
  }
  const earlier = readEarlierBlobs(folder, await dataFiles(folder, 'blobs'))
  const index = createLineWriter(join(folder, names.blobs))
  const { copied, missing, count, bytes } = await copyNamedBlobs(
    namedBlobPages(readPages(folder, names.database, tables)),
    { source, target: backupBlobs(folder) },
    { earlier, index, progress },
  )
  await earlier.close()
  const { sha256 } = await index.end()
  const secret = await copySecret(folder, authSecret === null ? secretFile(dataDir) : null)
  const manifest: Manifest = {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    schema,
    database: { file: names.database, bytes: rows.bytes, sha256: rows.sha256, tables: rows.tables },
    blobs: { file: names.blobs, sha256, count, bytes, missing: missing.length },
    secret,
  }
  return { manifest, copied, missing }
}

/**
 * Copies the secret of the instance, or removes the one of an earlier backup. Returns whether it is there.
 */
async function copySecret(folder: string, file: string | null): Promise<boolean> {
  const target = join(folder, 'auth-secret')
  if (file === null || !existsSync(file)) {
    await rm(target, { force: true })
    return false
  }
  await copyFile(file, `${target}.new`)
  await rename(`${target}.new`, target)
  return true
}

/**
 * Returns whether the database no longer names one of the blobs: then it was deleted after the rows were
 * read.
 */
async function wereDeleted(blobs: NamedBlob[], { settings, migrations }: Context): Promise<boolean> {
  if (blobs.length === 0) return false
  const snapshot = await openSnapshot(settings.database, settings.sources.database, migrations)
  try {
    for (const blob of blobs) if (!(await isStillNamed(snapshot.db, snapshot.tables, blob))) return true
    return false
  } finally {
    await snapshot.close()
  }
}
