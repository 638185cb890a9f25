import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assertWritableFolder, SettingsError } from '~~/server/settings'
import type { BlobDriver } from './driver'
import { fsDriver } from './fs'
import { withBlobCache } from './blob-cache'

/**
 * Opens the driver of a `BLOB_URL`: a path or `file:///` address is a folder. Throws {@link SettingsError}
 * for anything else, and for a folder that cannot be written, which it blames on `setting`.
 */
export function openBlobs(url: string, setting = 'BLOB_URL'): BlobDriver {
  const folder = resolve(folderOf(url))
  assertWritableFolder(setting, folder)
  return withBlobCache(fsDriver({ folder }))
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
