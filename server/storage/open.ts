import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SettingsError } from '~~/server/settings/error'
import { assertWritableFolder } from '~~/server/settings/writable-folder'
import { blobCacheDriver } from './blob-cache'
import { createBlobStorage, type BlobStorage } from './blobs'
import { fsDriver } from './fs'

/**
 * Opens the storage of a `BLOB_URL`: a path or a `file:///` address is a folder. Throws {@link SettingsError}
 * for any other address, and for a folder that is not writable, naming `setting` as its source.
 */
export function openBlobs(url: string, setting = 'BLOB_URL'): BlobStorage {
  const folder = resolve(folderOf(url))
  assertWritableFolder(setting, folder)
  return createBlobStorage(blobCacheDriver({ driver: fsDriver({ folder }) }))
}

function folderOf(url: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()
  if (scheme === undefined) return url
  if (scheme !== 'file')
    throw new SettingsError([
      `BLOB_URL: there is no driver for ${scheme}:; use a folder's path or a file:/// address`,
    ])
  // `file:blobs` and `file://blobs` would name another folder than they seem to.
  if (!/^file:\/\/\//i.test(url))
    throw new SettingsError([`BLOB_URL: ${url} names no absolute path; write file:///folder`])
  try {
    return fileURLToPath(url)
  } catch (error) {
    throw new SettingsError([
      `BLOB_URL: ${url} is not a path (${(error as Error).message}); write file:///folder`,
    ])
  }
}
