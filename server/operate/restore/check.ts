import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { NewerSchemaError, pendingMigrations } from '~~/server/db/migrations'
import type { Dialect } from '~~/server/db/dialect'
import type { Migrations } from '~~/server/db/engine'
import { nullIfMissing } from '~~/server/storage/folders'
import { readManifest, type Manifest } from '../backup/manifest'
import { sha256OfFile } from '../backup/lines'
import { OperateError } from '../fault'

/**
 * Reads the manifest of a backup and checks that the backup is whole, has the schema of this version, and
 * that its files of rows and of blobs are those that were written. Throws an OperateError.
 */
export async function checkBackup(
  folder: string,
  migrations: Record<Dialect, Migrations>,
): Promise<Manifest> {
  const found = await stat(folder).catch(nullIfMissing)
  if (!found?.isDirectory()) throw new OperateError(`${folder} is not a folder; name that of a backup`)
  const manifest = await readManifest(folder)
  if (!manifest)
    throw new OperateError(
      `${folder} has no manifest.json, so the backup is not complete: an interrupted one has none; ` +
        'run the backup again, or name another folder',
    )
  assertSchema(folder, manifest, migrations)
  for (const { file, sha256 } of [manifest.database, manifest.blobs]) {
    const path = join(folder, file)
    if (!(await stat(path).catch(nullIfMissing)))
      throw new OperateError(`${path} is missing; use another backup`)
    if ((await sha256OfFile(path)) !== sha256)
      throw new OperateError(`${path} is damaged (its checksum differs); use another backup`)
  }
  return manifest
}

function assertSchema(folder: string, { schema }: Manifest, migrations: Record<Dialect, Migrations>): void {
  const remedy = 'restore it with the version of Exhibit that wrote it'
  try {
    const pending = pendingMigrations(migrations[schema.dialect], schema.migratedAt)
    if (pending.length > 0)
      throw new OperateError(`${folder} is of an older version of Exhibit; ${remedy}, then upgrade`)
  } catch (error) {
    if (!(error instanceof NewerSchemaError)) throw error
    throw new OperateError(`${folder} is of a newer version of Exhibit; ${remedy}`)
  }
}
