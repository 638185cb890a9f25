import { constants } from 'node:fs'
import { copyFile, link, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Caches of development servers: what they contain is about other sources. */
const caches = new Set(['.cache', '.vite'])
/** Folders whose names begin with a dot, but which contain only installed packages. */
const ofPackages = new Set(['.bin', '.pnpm'])

/**
 * Copies installed packages with hard links, which takes seconds and no space, or else with copies. A link to
 * the whole folder would not do: development servers resolve it, and refuse files outside of their project.
 * Generated code, such as that of Prisma, is copied, since tools write into it. Caches are left out.
 */
export async function copyPackages(from: string, to: string): Promise<void> {
  await copyFolder(from, to, true)
}

async function copyFolder(from: string, to: string, isLinked: boolean): Promise<void> {
  await mkdir(to)
  const entries = await readdir(from, { withFileTypes: true })
  // One folder after the other, so that not all files are open at once.
  const folders = entries.filter(each => each.isDirectory() && !caches.has(each.name))
  await Promise.all(
    entries.map(async each => {
      const [source, target] = [join(from, each.name), join(to, each.name)]
      if (each.isSymbolicLink()) await symlink(await readlink(source), target)
      else if (each.isFile()) await (isLinked ? linkFile(source, target) : clone(source, target))
    }),
  )
  for (const { name } of folders) {
    const isGenerated = name.startsWith('.') && !ofPackages.has(name)
    await copyFolder(join(from, name), join(to, name), isLinked && !isGenerated)
  }
}

/** Copies a file without its bytes where the file system can. */
const clone = async (from: string, to: string): Promise<void> =>
  copyFile(from, to, constants.COPYFILE_FICLONE)

const linkFile = async (from: string, to: string): Promise<void> =>
  // Another file system, or one without hard links.
  link(from, to).catch(async () => clone(from, to))
