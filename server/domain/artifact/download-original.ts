import type { Mime } from '#shared/contract/kit/fields'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact, type LoadedArtifact } from '~~/server/access/loaders'
import type { ByteSource } from '~~/server/bytes/byte-source'
import { scopeOf } from '~~/server/changes/change'
import { db } from '~~/server/db'
import { blobs } from '~~/server/storage/blobs'
import { BlobMissingError } from '~~/server/storage/errors'
import { tagOfKey } from '~~/server/storage/keys'
import { assertMediaActive } from './active-media'
import { findCompleted } from './find-completed'
import { fileNameOf } from './file-name'
import { recordAs, type RecordDownload } from './record-download'

/** Bytes to send, with their headers. */
export interface Served {
  source: ByteSource
  /**
   * The entity tag of the bytes. If the bytes are of a derivative, the tag changes when the derivative is
   * made again.
   */
  tag: string
  mime: Mime
  fileName: string
  disposition: 'inline' | 'attachment'
  cacheControl: string
  /** Additional response headers. The API contract must contain them. */
  headers?: Record<string, string>
  /**
   * Called after the bytes were opened and before they are sent, for a whole file and for each range. Not
   * called for HEAD requests and for the statuses 304 and 416.
   */
  onStart?: () => Promise<void>
  /**
   * Called if the bytes cannot be read and nothing was sent yet. This can happen because not every storage
   * driver notices a missing blob when it opens the blob. Returns the content to send instead, or throws the
   * error to send.
   */
  onUnreadable?: (error: unknown) => Promise<Served>
  /** Returns a temporary URL of the same bytes. A GET request may be redirected to it. */
  redirect?: (headers: { contentType: string; contentDisposition: string }) => Promise<Redirect>
}

/** A URL to which a request is redirected. The URL is valid for some seconds. */
export interface Redirect {
  address: string
  seconds: number
}

/**
 * Returns the original bytes of a revision. Without a revision number, returns the original bytes of the
 * latest revision.
 */
export async function downloadOriginal(
  caller: Caller,
  input: { id: string; revision?: number },
): Promise<Served> {
  const loaded = await loadArtifact(caller, input.id, 'downloadOriginals')
  return openOriginal(loaded, input.revision, recordAs(caller))
}

/**
 * Returns the original bytes of the revision with the given index of an artifact; without an index, of the
 * latest revision. All downloads of a single original use this function.
 */
export async function openOriginal(
  loaded: LoadedArtifact,
  index: number | undefined,
  record: RecordDownload,
): Promise<Served> {
  const row = await findCompleted(db, loaded.artifact.id, index)
  if (!row?.originalKey || row.completedAt === null)
    throw new AppError('not_found', {
      message:
        index === undefined
          ? 'This artifact has no completed revision.'
          : `Completed revision ${index} not found for this artifact.`,
      field: index === undefined ? undefined : 'revision',
    })
  assertMediaActive(row, loaded.workspace)
  const source = await blobs().open(row.originalKey, { size: row.bytes }).catch(asNotFound)
  return {
    source,
    tag: tagOfKey(row.originalKey),
    mime: row.mime,
    fileName: fileNameOf(loaded.artifact.title, row.index, row.mime),
    disposition: 'attachment',
    cacheControl: 'private, no-store',
    onStart: () => record({ subjectId: row.id, ...scopeOf(loaded) }),
    onUnreadable: async error => asNotFound(error),
  }
}

function asNotFound(error: unknown): never {
  throw error instanceof BlobMissingError
    ? new AppError('not_found', { message: 'The original file is missing.', cause: error })
    : error
}
