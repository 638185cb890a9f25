import { schemaState } from '~~/server/db/migrations'
import type { Dialect } from '~~/server/settings/dialect'
import type { Migrations } from '~~/server/db/engine'
import { generationOf, readManifest, readManifests, type Manifest } from '../backup/manifest'
import type { BackupPlace } from '../backup/place'
import { damagedFiles, noBackup } from '../backup/verify'
import { OperateError } from '../fault'

/**
 * Reads the manifest of a backup: the manifest of the given generation, or the newest one. Throws an
 * OperateError unless the backup is complete, has the schema of this version, and has an intact file of rows
 * and an intact blob index.
 */
export async function checkBackup(
  place: BackupPlace,
  generation: string | null,
  migrations: Record<Dialect, Migrations>,
): Promise<Manifest> {
  const newest = await readManifest(place)
  if (!newest) throw noBackup(place.name)
  const manifest = generation === null ? newest : await findGeneration(place, generation)
  assertSchema(place.name, manifest, migrations)
  const [damaged] = await damagedFiles(place, manifest)
  if (damaged === undefined) return manifest
  throw new OperateError(
    `${damaged} of ${place.name} is missing or damaged (its checksum differs); use another backup`,
  )
}

async function findGeneration(place: BackupPlace, generation: string): Promise<Manifest> {
  const manifests = await readManifests(place)
  const found = manifests.find(manifest => generationOf(manifest) === generation)
  if (found) return found
  const names = manifests.map(generationOf).join(', ')
  throw new OperateError(`${place.name} has no generation ${generation}; it has ${names}`)
}

function assertSchema(name: string, { schema }: Manifest, migrations: Record<Dialect, Migrations>): void {
  const state = schemaState(migrations[schema.dialect], schema.migratedAt)
  if (state === 'current') return
  const remedy = 'restore it with the version of Exhibit that wrote it'
  throw new OperateError(
    state === 'newer'
      ? `${name} is of a newer version of Exhibit; ${remedy}`
      : `${name} is of an older version of Exhibit; ${remedy}, then upgrade`,
  )
}
