import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Returns the path of a file or folder as the file system spells it. If the typed path does not exist, looks
 * for an existing path that differs only in the kind of its spaces (macOS uses U+202F in the names of
 * screenshots) or in its Unicode normalization form. Returns null if there is no such path, or more than one.
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

/**
 * Returns a name in a normalized form. Names that differ only in their spaces or their Unicode normalization
 * have the same form.
 */
const normal = (name: string) => name.normalize('NFC').replace(/\p{Zs}/gu, ' ')
