import { randomUUID } from 'node:crypto'
import { chmod, rename, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a file atomically: after an interruption, the file still has the earlier content. If the path is a
 * link, replaces the link, and does not change the file that the link points to. `mode` is the permissions of
 * the file. The default is the usual permissions of a new file.
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  mode?: number,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await writeFile(temporary, content, { flag: 'wx', mode })
    // The permissions are set explicitly, because the umask of the process would change them.
    if (mode !== undefined) await chmod(temporary, mode)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}
