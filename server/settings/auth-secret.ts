import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileFault, SettingsError } from './error'

/**
 * Returns the secret that is stored in a file. Creates the file at the first start. Sessions and secret URLs
 * depend on the secret. Throws a SettingsError if the file cannot be read or written.
 */
export function readOrCreateSecret(file: string): string {
  if (!existsSync(file)) createSecret(file)
  const secret = readSecret(file)
  if (secret.length >= 32) return secret
  const remedy = 'restore it, or remove it to generate a new one (which signs everyone out)'
  throw new SettingsError([`AUTH_SECRET: ${file} is damaged; ${remedy}`])
}

function createSecret(file: string): void {
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    const remedy = "set AUTH_SECRET, or let the server's user write there"
    throw fileFault('DATA_DIR', file, 'written', error, remedy)
  }
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw fileFault('DATA_DIR', file, 'read', error, "set AUTH_SECRET, or let the server's user read it")
  }
}
