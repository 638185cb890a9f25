import { keepReserve } from '~~/server/db'
import { blobs } from '~~/server/storage/blobs'

/** The folders of the blob store; each holds a folder for each revision. */
const folders = ['originals', 'posters', 'embeds', 'thumbnails'] as const

/**
 * Removes everything stored for revisions whose rows are gone. What a crash leaves is nobody's, for the sweeper to collect.
 */
export async function removeMedia(revisionIds: string[]): Promise<void> {
  for (const id of revisionIds) {
    for (const folder of folders) {
      for await (const key of blobs().keys(`${folder}/${id}/`)) await blobs().remove(key)
    }
  }
  await keepReserve()
}
