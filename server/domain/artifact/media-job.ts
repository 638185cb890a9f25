import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { InputOfJob, MediaJob, ResultOfJob } from '~~/server/media/process/jobs'
import { accountOf } from '~~/server/access/account-of'
import { withWorkFolder } from '~~/server/bytes/work-folder'
import { media } from '~~/server/media/process/media'
import { blobs } from '~~/server/storage/blobs'
import { BlobMissingError } from '~~/server/storage/errors'

/** A file on the local disk. */
export interface LocalFile {
  path: string
  size: number
}

/** Runs a media job for the account of the workspace: media processes are shared fairly between accounts. */
export const runJob = async <J extends MediaJob>(
  job: J,
  input: InputOfJob<J>,
  fileBytes: number,
  workspaceId: string,
): Promise<ResultOfJob<J>> => media().run(job, input, fileBytes, await accountOf(workspaceId))

const isMissingFile = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Calls a function with a blob as a local file, because media processes cannot use the blob store. A blob
 * that is not on the local disk is copied first. Throws a BlobMissingError if the blob is missing, or is
 * deleted while the function runs.
 */
export async function withLocalFile<T>(key: string, use: (file: LocalFile) => Promise<T>): Promise<T> {
  const source = await blobs().open(key)
  const { path, size } = source
  if (path !== undefined)
    return use({ path, size }).catch((error: unknown) => {
      throw isMissingFile(error) ? new BlobMissingError(key) : error
    })
  return withWorkFolder(async folder => {
    const copy = join(folder, 'original')
    await pipeline(source.stream(), createWriteStream(copy, { mode: 0o600 }))
    return use({ path: copy, size })
  })
}
