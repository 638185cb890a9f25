import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Manifest } from './manifest'
import type { BackupPlace } from './place'

export const sha256Of = (secret: string) => createHash('sha256').update(secret).digest('hex')

/**
 * Copies the secret of the instance to a file of the backup. Returns the entry for the manifest; null if the
 * instance has no file with a secret.
 */
export async function copySecret(
  place: BackupPlace,
  name: string,
  file: string | null,
): Promise<Manifest['secret']> {
  if (file === null || !existsSync(file)) return null
  const secret = (await readFile(file, 'utf8')).trim()
  await place.write(name, secret)
  return { file: name, sha256: sha256Of(secret) }
}

/** Returns the secret of a backup; null if its file is missing, or has another checksum than stated. */
export async function readSecret(
  place: BackupPlace,
  { file, sha256 }: NonNullable<Manifest['secret']>,
): Promise<string | null> {
  const secret = (await place.read(file))?.trim() ?? null
  return secret !== null && sha256 !== null && sha256Of(secret) !== sha256 ? null : secret
}
