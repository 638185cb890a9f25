import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Returns the path of a file or folder as the file system spells it; null if there is none. If the typed name
 * does not exist, finds the only name that differs from it in the kind of spaces (macOS uses U+202F in the
 * names of screenshots) or in the Unicode normal form.
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

/** Returns the normalized form of a name. It is equal for names that look alike. */
const normal = (name: string) => name.normalize('NFC').replace(/\p{Zs}/gu, ' ')
