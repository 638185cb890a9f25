import { fileURLToPath } from 'node:url'
import type { BlobDriver } from './driver'
import { fsDriver } from './fs'

/** The driver behind a `BLOB_URL`: a path or `file:` address is a folder. Throws one clear line for anything else. */
export function openBlobs(url: string): BlobDriver {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]
  if (scheme === undefined) return fsDriver({ folder: url })
  if (scheme === 'file') return fsDriver({ folder: fileURLToPath(url) })
  throw new Error(`BLOB_URL: there is no driver for ${scheme}:; use a folder's path or a file:// address`)
}
