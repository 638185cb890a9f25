import { randomUUID } from 'node:crypto'
import { chmod, rename, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a file whole or not at all: an interruption leaves the earlier content. A link at the path is
 * replaced, and the file to which it leads stays. `mode`: the permissions of the file; by default, the usual
 * permissions of a new file.
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  mode?: number,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await writeFile(temporary, content, { flag: 'wx', mode })
    // The umask of the process applies to new files only.
    if (mode !== undefined) await chmod(temporary, mode)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}
