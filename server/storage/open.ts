import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openCache } from '../process/memory-cache'
import { SettingsError } from '~~/server/settings/error'
import { assertWritableFolder } from '~~/server/settings/writable-folder'
import { blobCacheDriver } from './blob-cache'
import { createBlobStorage, type BlobStorage } from './blobs'
import type { BlobDriver, BlobUse } from './driver'
import { fsDriver } from './fs'

/**
 * Opens the storage of a `BLOB_URL`. A path or a `file:///` URL is a folder; an `s3://` URL is a bucket.
 * Throws {@link SettingsError} for any other URL, for a folder that is not writable, and for a bucket in
 * which the server cannot list, write, read and delete objects. The error contains the name `setting`.
 */
export async function openBlobs(url: string, setting = 'BLOB_URL'): Promise<BlobStorage> {
  const driver = await openDriver(url, setting)
  const cache = openCache<Buffer>('blob', ({ length }) => length)
  return createBlobStorage(blobCacheDriver({ driver, cache }))
}

/**
 * Opens the driver of a `BLOB_URL` like {@link openBlobs}, but without a cache. With the use `reading`,
 * writes nothing, creates no folder, and needs no other permission for a bucket than to list objects.
 */
export async function openDriver(
  url: string,
  setting: string,
  use: BlobUse = 'everything',
): Promise<BlobDriver> {
  if (schemeOf(url) === 's3') {
    // The module is loaded only when it is needed, because the SDK has hundreds of modules.
    const { openS3 } = await import('./s3/open')
    return openS3(url, setting, use)
  }
  const folder = resolve(folderOf(url, setting))
  if (use === 'everything') assertWritableFolder(setting, folder)
  return fsDriver({ folder })
}

/** Returns the folder of a `BLOB_URL`; null for a bucket. An error contains the name `setting`. */
export const blobFolder = (url: string, setting: string): string | null =>
  schemeOf(url) === 's3' ? null : resolve(folderOf(url, setting))

const schemeOf = (url: string) => /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()

function folderOf(url: string, setting: string): string {
  const scheme = schemeOf(url)
  if (scheme === undefined) return url
  if (scheme !== 'file')
    throw new SettingsError([
      `${setting}: there is no driver for ${scheme}:; use a folder's path, a file:/// or an s3:// address`,
    ])
  // Only URLs with three slashes are accepted, because `file:blobs` and `file://blobs` look like relative
  // paths but are not.
  if (!/^file:\/\/\//i.test(url))
    throw new SettingsError([`${setting}: ${url} is not an absolute path; write file:///folder`])
  try {
    return fileURLToPath(url)
  } catch (error) {
    throw new SettingsError([
      `${setting}: ${url} is not a path (${(error as Error).message}); write file:///folder`,
    ])
  }
}
