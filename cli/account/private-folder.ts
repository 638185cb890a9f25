import type { Stats } from 'node:fs'
import { lstat, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/**
 * Returns the temporary folder of this user, which no one else may read, and creates it if it is missing. Its
 * name is predictable, so another user may have created it: if it is a link, or if others may open it, a new
 * folder is created and returned instead.
 */
export async function privateFolder(): Promise<string> {
  const { uid } = userInfo()
  const folder = join(tmpdir(), uid < 0 ? 'exhibit' : `exhibit-${uid}`)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (isPrivate(await lstat(folder), uid)) return folder
  return mkdtemp(`${folder}-`)
}

/**
 * Returns whether a folder belongs to a user, and no one else may open it. Windows has no modes: there `uid`
 * is -1, and the temporary folder belongs to the user.
 */
export const isPrivate = (found: Pick<Stats, 'uid' | 'mode' | 'isDirectory'>, uid: number): boolean =>
  found.isDirectory() && (uid < 0 || (found.uid === uid && (found.mode & 0o077) === 0))
