import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { nullIfMissing } from '~~/server/storage/folders'

/** The last backup that lacked nothing. */
const LastBackup = z.object({ at: z.iso.datetime(), to: z.string() })
export type LastBackup = z.infer<typeof LastBackup>

/** In DATA_DIR, since the server and its commands share nothing else that a command may write. */
const fileOf = (dataDir: string) => join(dataDir, 'last-backup.json')

/** Returns when and where the last whole backup was made; null where none is recorded. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(nullIfMissing)
  if (text === null) return null
  try {
    return LastBackup.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Records a whole backup. Does nothing where there is no DATA_DIR. */
export async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  if (!(await stat(dataDir).catch(nullIfMissing))) return
  const file = fileOf(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify(backup)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
