import { fileURLToPath } from 'node:url'
import type { BlobDriver } from './driver'
import { fsDriver } from './fs'
import { withHotBlobs } from './hot'

/** The driver behind a `BLOB_URL`: a path or `file:///` address is a folder. Throws one clear line for anything else. */
export function openBlobs(url: string): BlobDriver {
  return withHotBlobs(fsDriver({ folder: folderOf(url) }))
}

function folderOf(url: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()
  if (scheme === undefined) return url
  if (scheme !== 'file') throw new Error(`BLOB_URL: there is no driver for ${scheme}:; use a folder's path or a file:/// address`)
  // `file:blobs` and `file://blobs` would name another folder than they seem to.
  if (!/^file:\/\/\//i.test(url)) throw new Error(`BLOB_URL: ${url} names no absolute path; write file:///folder`)
  return fileURLToPath(url)
}
