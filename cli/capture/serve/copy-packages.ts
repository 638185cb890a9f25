import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Cache folders of development servers. They are not copied, because they contain results for other source
 * files.
 */
const caches = new Set(['.cache', '.vite'])

/**
 * Copies installed packages. Uses copy-on-write clones if the file system supports them. A link to the whole
 * folder would not work, because development servers resolve it, and refuse files outside of their project.
 * Hard links would not work either: a tool that changes a file of a package would change the installed
 * package of the person. Leaves out caches. If the folder itself is a link, creates a link to the same
 * folder.
 */
export async function copyPackages(from: string, to: string): Promise<void> {
  if ((await lstat(from)).isSymbolicLink()) return symlink(await realpath(from), to)
  await mkdir(to)
  const entries = await readdir(from, { withFileTypes: true })
  // Copies one subfolder after another, so that not all files are open at the same time.
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
