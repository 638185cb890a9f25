import type { Stats } from 'node:fs'
import { lstat, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/**
 * Returns the temporary folder of this user, which no other user may read. Creates the folder if it is
 * missing. Its name is predictable, so another user may have created it: if it is a link, or if others may
 * open it, this function creates and returns a new folder instead.
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
 * Returns whether a folder belongs to the user `uid`, and no other user may open it. On Windows, `uid` is -1
 * and folders have no modes. There, every folder counts as private, because it is in the temporary folder of
 * the user.
 */
export const isPrivate = (found: Pick<Stats, 'uid' | 'mode' | 'isDirectory'>, uid: number): boolean =>
  found.isDirectory() && (uid < 0 || (found.uid === uid && (found.mode & 0o077) === 0))
