import { createReadStream } from 'node:fs'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import { deriveEmbedOfFile, type Derived } from '~~/server/domain/artifact/derive-media'
import { removeMedia } from '~~/server/domain/artifact/remove-media'
import { MediaError } from '~~/server/media/error'
import { metrics } from '~~/server/metrics'
import { blobs } from '~~/server/storage/blobs'
import { newBlobKey } from '~~/server/storage/keys'
import type { Evidence } from './read-evidence'

/** What is stored for a file before the revision that names it exists. */
export interface Prepared {
  revisionId: string
  originalKey: string
  embed: Derived
}

const CHUNK_BYTES = 1024 * 1024

/** The stored files of one call. What the sweep finds of a killed call are orphans. */
export class PreparedMedia {
  private readonly prepared = new Map<Evidence, Prepared>()
  private readonly revisionIds: string[] = []

  of(evidence: Evidence): Prepared | undefined {
    return this.prepared.get(evidence)
  }

  /**
   * Verifies a file by decoding it, then stores it with its derivative, once. Throws `invalid_request` for a
   * file that is not what its first bytes state. `workspaceId`: whose share of the media processes it takes.
   */
  async prepare(evidence: Evidence, workspaceId: string): Promise<void> {
    if (this.prepared.has(evidence)) return
    const { path, bytes, mime } = evidence
    const revisionId = newId('revision')
    this.revisionIds.push(revisionId)
    const owned = { id: revisionId, workspaceId }
    const embed = await deriveEmbedOfFile(owned, { path, size: bytes }, mime).catch((error: unknown) => {
      throw refusalOf(error, evidence)
    })
    const originalKey = newBlobKey(revisionId, 'original')
    const original = createReadStream(path, { highWaterMark: CHUNK_BYTES })
    await blobs().writeStream(originalKey, original, { size: bytes })
    metrics.evidenceBytes('received', bytes)
    this.prepared.set(evidence, { revisionId, originalKey, embed })
  }

  /** Removes all files but those of these revisions. */
  async removeOthers(published: ReadonlySet<string>): Promise<void> {
    const unused = this.revisionIds.filter(id => !published.has(id))
    if (unused.length > 0) await removeMedia(unused)
  }
}

function refusalOf(error: unknown, { part, name }: Evidence): unknown {
  if (!(error instanceof MediaError)) return error
  return new AppError('invalid_request', {
    field: part,
    message: `"${name}" in "${part}" was refused: ${error.message}`,
    hint: `${error.hint ?? 'Send a whole image or video.'} Nothing of the call was stored.`,
    cause: error,
  })
}
