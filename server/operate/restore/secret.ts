import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { secretFile, type ParsedSettings } from '~~/server/settings'
import type { BackupPlace } from '../backup/place'
import { OperateError } from '../fault'

/**
 * Returns a function that restores the secret of a backup. Throws an OperateError if the backup contains no
 * secret. Also throws if the server would use another secret, because sessions and media links would then be
 * invalid.
 */
export async function prepareSecret(
  place: BackupPlace,
  { authSecret, dataDir }: ParsedSettings,
): Promise<() => Promise<void>> {
  const backup = `auth-secret of ${place.name}`
  const file = secretFile(dataDir)
  const text = await place.read('auth-secret')
  if (text === null) throw new OperateError(`${backup} is missing; use another backup`)
  const secret = text.trim()
  if (authSecret !== null) {
    if (authSecret === secret) return async () => {}
    throw new OperateError(
      `AUTH_SECRET: it is not the secret of the backup; set it to the content of ${backup}`,
    )
  }
  if (existsSync(file) && (await read(file)) !== secret)
    throw new OperateError(`DATA_DIR: ${file} is not the secret of the backup; remove that file`)
  return async () => {
    await writeFile(`${file}.new`, text, { mode: 0o600 })
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
