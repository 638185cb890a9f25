import { lstat, readlink, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Failure } from './failure'

/**
 * Throws a {@link Failure} if a symbolic link on the path of a file leads out of the folder that contains the
 * file, or to nothing. A repository may come from an outsider, and its links could lead to files of the
 * person. `otherwise` is a text that says how the person can avoid replacing the link.
 */
export async function assertNoLinkOut(
  folder: string,
  path: string,
  otherwise = 'use --global to install for all repositories',
): Promise<void> {
  const inside = await realpath(folder)
  let each = folder
  for (const name of relative(folder, path).split(sep)) {
    each = join(each, name)
    const stats = await lstat(each).catch(() => null)
    if (!stats) return
    if (!stats.isSymbolicLink()) continue
    const target = await realpath(each).catch(() => null)
    if (target === null || !`${target}${sep}`.startsWith(`${inside}${sep}`))
      throw new Failure(
        'link_out',
        `${each} is a symbolic link to ${await readlink(each)}, which is not in ${folder}.`,
        `Replace the link by a file or folder of its own, or ${otherwise}.`,
      )
  }
}
