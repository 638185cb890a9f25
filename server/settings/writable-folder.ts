import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isOutOfSpace } from '~~/server/errors/out-of-space'
import { fileFault } from './error'

/**
 * Creates a folder if it is missing and writes a file in it, since permissions do not reveal a read-only
 * mount. Throws a SettingsError that names the setting. Accepts a full disk, because the server can still
 * read.
 */
export function assertWritableFolder(setting: string, folder: string): void {
  const probe = join(folder, `.write-test-${randomUUID()}`)
  try {
    makeFolders(folder)
    writeFileSync(probe, '', { mode: 0o600, flag: 'wx' })
    rmSync(probe)
  } catch (error) {
    if (isOutOfSpace(error)) return
    const remedy = "choose a folder in which the server's user may create files"
    throw fileFault(setting, folder, 'written', error, remedy)
  }
}

/**
 * Creates a folder and its parents. Node's recursive mkdir never returns if an existing parent reports
 * ENOENT, as /proc does.
 */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolders(parent)
  mkdirSync(folder, { mode: 0o700 })
}
