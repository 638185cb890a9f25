import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Caches of development servers: they contain results for other sources. */
const caches = new Set(['.cache', '.vite'])

/**
 * Copies installed packages, without their bytes where the file system can. A link to the whole folder would
 * not do: development servers resolve it, and refuse files outside of their project. Hard links would not do
 * either: a tool that changes a file of a package would change the package of the person. Caches are left
 * out. If the folder itself is a link, as the person has made it, the copy is a link to the same folder.
 */
export async function copyPackages(from: string, to: string): Promise<void> {
  if ((await lstat(from)).isSymbolicLink()) return symlink(await realpath(from), to)
  await mkdir(to)
  const entries = await readdir(from, { withFileTypes: true })
  // Copies one folder after the other, so that not all files are open at once.
  const folders = entries.filter(each => each.isDirectory() && !caches.has(each.name))
  await Promise.all(
    entries.map(async each => {
      const [source, target] = [join(from, each.name), join(to, each.name)]
      if (each.isSymbolicLink()) await symlink(await readlink(source), target)
      else if (each.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE)
    }),
  )
  for (const { name } of folders) await copyPackages(join(from, name), join(to, name))
}
