import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Returns the path of a file or folder as the system has it; null if there is none. A typed name finds the
 * only one that differs in the kind of its spaces, such as the U+202F in the names of screenshots of macOS,
 * or in the Unicode normal form of its characters.
 */
export async function findPath(path: string): Promise<string | null> {
  if (await stat(path).catch(() => null)) return path
  const [name, parent] = [basename(path), dirname(path)]
  if (parent === path) return null
  const folder = await findPath(parent)
  const names = folder === null ? [] : await readdir(folder).catch(() => [])
  const [found, ...others] = names.filter(each => normal(each) === normal(name))
  return folder === null || found === undefined || others.length > 0 ? null : join(folder, found)
}

/** Returns a name that is equal for names that look alike. */
const normal = (name: string) => name.normalize('NFC').replace(/\p{Zs}/gu, ' ')
