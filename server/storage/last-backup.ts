import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { nullIfMissing } from './folders'

/** The last complete backup. */
const LastBackup = z.object({ at: z.iso.datetime(), to: z.string() })
export type LastBackup = z.infer<typeof LastBackup>

/**
 * Returns the path of the file with the last backup. It is in DATA_DIR, because this is the only folder to
 * which both the server and its commands can write.
 */
const fileOf = (dataDir: string) => join(dataDir, 'last-backup.json')

/** Returns when and to which destination the last complete backup was made; null if no backup is recorded. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(nullIfMissing)
  if (text === null) return null
  try {
    return LastBackup.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Records a complete backup. Does nothing if the folder DATA_DIR does not exist. */
export async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  if (!(await stat(dataDir).catch(nullIfMissing))) return
  const file = fileOf(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify(backup)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
