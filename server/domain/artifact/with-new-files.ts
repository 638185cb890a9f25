import { isUnavailable } from '~~/server/errors/unavailable'
import { removeUnnamed } from '~~/server/storage/remove-blobs'

/**
 * Runs a write that stores the keys of new files. If it fails, deletes the files, since no row refers to
 * them. If the database did not respond, the change may have been committed. In this case the files stay, and
 * the sweep deletes them a day later if no row refers to them.
 */
export async function withNewFiles<T>(keys: readonly string[], write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUnavailable(error)) await removeUnnamed(keys)
    throw error
  }
}
