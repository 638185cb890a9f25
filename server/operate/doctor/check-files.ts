import { constants } from 'node:fs'
import { access, readFile, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { secretFile, type ParsedSettings } from '~~/server/settings'
import { blobFolder } from '~~/server/storage/open'
import { formatBytes } from '../format'
import type { Finding } from './finding'

const GIB = 1024 ** 3
/**
 * The free space in bytes below which the finding is a warning. It is the size of two of the largest uploads.
 */
const LITTLE_SPACE = 1 * GIB
/**
 * The free space in bytes below which the finding is a problem, because one upload or one migration may use
 * up the space.
 */
const NO_SPACE = GIB / 8

/**
 * Returns the folders to which the server writes, with the name of the setting that determines each folder.
 */
function folders(settings: ParsedSettings): [setting: string, folder: string][] {
  const { dataDir, database, blobUrl, sources } = settings
  const blobs = blobFolder(blobUrl, sources.blobs)
  const found: [string, string][] = [
    ['DATA_DIR', dataDir],
    ...(database.dialect === 'sqlite'
      ? [[sources.database, dirname(database.file)] as [string, string]]
      : []),
    ...(blobs === null ? [] : [[sources.blobs, blobs] as [string, string]]),
  ]
  return found.filter(([, folder], index) => found.findIndex(each => each[1] === folder) === index)
}

/**
 * Checks that the server can use its folders and files, and that other users of the machine cannot read them.
 */
export async function checkFiles(settings: ParsedSettings): Promise<Finding[]> {
  const { dataDir, database, authSecret } = settings
  const findings: Finding[] = []
  const add = (level: Finding['level'], text: string) => findings.push({ check: 'files', level, text })
  for (const [setting, folder] of folders(settings)) {
    const found = await stat(folder).catch(() => null)
    if (!found) add('warning', `${setting}: ${folder} does not exist; the server creates it at start`)
    else if (!(await isAllowed(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK)))
      add('problem', `${setting}: ${folder} cannot be written; let the server's user write there`)
  }
  const folder = await stat(dataDir).catch(() => null)
  if (folder && (folder.mode & 0o007) !== 0)
    add('warning', `DATA_DIR: every user of this machine may read ${dataDir}; run chmod o-rwx ${dataDir}`)
  if (database.dialect === 'sqlite') {
    const file = await stat(database.file).catch(() => null)
    if (file && !(await isAllowed(database.file, constants.R_OK | constants.W_OK)))
      add(
        'problem',
        `${settings.sources.database}: ${database.file} cannot be written; correct its permissions`,
      )
    if (file && folder && file.uid !== folder.uid)
      add(
        'warning',
        `${database.file} and ${dataDir} belong to different users; run chown -R as for the folder`,
      )
  }
  if (authSecret === null) findings.push(...(await checkSecret(secretFile(dataDir), folder !== null)))
  return findings.length > 0 ? findings : [{ check: 'files', level: 'ok', text: 'readable and writable' }]
}

async function checkSecret(file: string, hasFolder: boolean): Promise<Finding[]> {
  const finding = (level: Finding['level'], text: string) => [{ check: 'files', level, text }]
  const found = await stat(file).catch(() => null)
  if (!found && !hasFolder) return []
  if (!found)
    return finding(
      'warning',
      `${file} is missing; restore it, or the server makes a new one: all sign in again`,
    )
  if ((found.mode & 0o077) !== 0) return finding('warning', `others may read ${file}; run chmod 600 ${file}`)
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return finding('problem', `${file} cannot be read; let the server's user read it`)
  if (text.trim().length < 32) return finding('problem', `${file} is damaged; restore it from a backup`)
  return []
}

const isAllowed = (path: string, mode: number) =>
  access(path, mode).then(
    () => true,
    () => false,
  )

/** Checks the free space of the disk on which each folder is. */
export async function checkSpace(settings: ParsedSettings): Promise<Finding[]> {
  const wanted: [string, string][] = [...folders(settings), ['TMPDIR', resolve(tmpdir())]]
  const findings = await Promise.all(
    wanted.map(async ([setting, folder]): Promise<Finding | null> => {
      const found = await statfs(folder).catch(() => null)
      return found && spaceFinding(`${setting} (${folder})`, found.bavail * found.bsize)
    }),
  )
  return findings.filter(each => each !== null)
}

/** Returns the finding of the space check for a folder. `free` is the number of free bytes. */
export function spaceFinding(name: string, free: number): Finding {
  const level = free < NO_SPACE ? 'problem' : free < LITTLE_SPACE ? 'warning' : 'ok'
  const remedy = level === 'ok' ? '' : '; uploads fail when it is full: free some, or move to a larger disk'
  return { check: 'free space', level, text: `${name}: ${formatBytes(free)} free${remedy}` }
}
