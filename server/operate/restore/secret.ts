import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { secretFile, type ParsedSettings } from '~~/server/settings'
import type { Manifest } from '../backup/manifest'
import type { BackupPlace } from '../backup/place'
import { readSecret, sha256Of } from '../backup/secret'
import { OperateError } from '../fault'

/**
 * Returns a function that restores the secret of a backup, if the backup contains one. Throws an OperateError
 * if the server would use another secret, with which sessions and media links would not be valid. If the file
 * with the secret is missing or damaged, `AUTH_SECRET` must be set. For a backup of an earlier version, which
 * has no checksum of the secret, the value of `AUTH_SECRET` is then accepted as it is.
 */
export async function prepareSecret(
  place: BackupPlace,
  stated: Manifest['secret'],
  { authSecret, dataDir }: ParsedSettings,
): Promise<() => Promise<void>> {
  if (!stated) return async () => {}
  const backup = `${stated.file} of ${place.name}`
  const file = secretFile(dataDir)
  const secret = await readSecret(place, stated)
  if (authSecret !== null) {
    const sha256 = stated.sha256 ?? (secret === null ? null : sha256Of(secret))
    if (sha256 === null || sha256Of(authSecret) === sha256) return async () => {}
    const remedy = secret === null ? `${backup} is missing or damaged` : `set it to the content of ${backup}`
    throw new OperateError(`AUTH_SECRET: it is not the secret of the backup; ${remedy}`)
  }
  if (secret === null)
    throw new OperateError(
      `${backup} is missing or damaged; set AUTH_SECRET to the secret of the backup, or use another backup`,
    )
  if (existsSync(file) && (await read(file)) !== secret)
    throw new OperateError(`DATA_DIR: ${file} is not the secret of the backup; remove that file`)
  return async () => {
    await writeFile(`${file}.new`, secret, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
}

async function read(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new OperateError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
