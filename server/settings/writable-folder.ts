import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isOutOfSpace } from '~~/server/errors/out-of-space'
import { fileFault } from './error'

/**
 * Throws a SettingsError, with the name of the setting, if no files can be created in a folder. Creates the
 * folder if it is missing. Writes a test file, since the permissions of a folder do not show that it is
 * mounted read-only. Accepts a full disk, because the server can still read.
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
 * Creates a folder and its parents. The recursive mkdir of Node.js is not used: it never returns if an
 * existing parent reports ENOENT, as /proc does.
 */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolders(parent)
  mkdirSync(folder, { mode: 0o700 })
}
