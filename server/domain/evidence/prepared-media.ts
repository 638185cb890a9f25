import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import {
  deriveEmbedOfFile,
  derivePosterOf,
  redactedPictureOf,
  type Derived,
  type Owned,
} from '~~/server/domain/artifact/derive-media'
import { removeMedia } from '~~/server/domain/artifact/remove-media'
import { assertEventsWithin, storeContext } from '~~/server/domain/upload/revision-context'
import { MediaError } from '~~/server/media/error'
import { metrics } from '~~/server/metrics'
import type { ReceivedFile } from '~~/server/bytes/received-form'
import { blobs } from '~~/server/storage/blobs'
import { newBlobKey } from '~~/server/storage/keys'
import type { Evidence } from './evidence'
import { readStoredContext } from './received-contexts'

/**
 * The stored files that were made from one file of a request. The revision that will refer to them does not
 * exist yet.
 */
export interface Prepared {
  revisionId: string
  originalKey: string
  embed: Derived
  poster: { key: string; sha256: string; derived: Derived } | null
  context: { key: string; bytes: number } | null
  /** The size in bytes of the original and of its derivatives, as counted for the storage quota. */
  storedBytes: number
}

const CHUNK_BYTES = 1024 * 1024

/**
 * The stored files of one call. If the process is killed during the call, the files are orphans, and the
 * sweep deletes them.
 */
export class PreparedMedia {
  private readonly prepared = new Map<Evidence, Prepared>()
  private readonly revisionIds: string[] = []

  constructor(private readonly isPartial: boolean) {}

  of(evidence: Evidence): Prepared | undefined {
    return this.prepared.get(evidence)
  }

  /**
   * Verifies a file by decoding it, then stores it and its derivative. Does nothing if the file was already
   * prepared. Throws `invalid_request` if the file cannot be decoded as the type that its first bytes state.
   * The media jobs run for the account of the workspace, because media processes are shared fairly between
   * accounts.
   */
  async prepare(evidence: Evidence, workspaceId: string): Promise<void> {
    if (this.prepared.has(evidence)) return
    const { path, bytes, mime } = evidence
    const revisionId = newId('revision')
    this.revisionIds.push(revisionId)
    const owned = { id: revisionId, workspaceId }
    const embed = await deriveEmbedOfFile(owned, { path, size: bytes }, mime).catch((error: unknown) => {
      throw this.refusalOf(error, evidence)
    })
    const shown = evidence.context && (await readStoredContext(evidence.context))
    if (shown)
      assertEventsWithin({ durationMs: null, fileDurationMs: embed.durationMs ?? null }, shown, 'context.')
    const originalKey = await store(newBlobKey(revisionId, 'original'), evidence)
    const poster = evidence.poster ? await this.preparePoster(owned, evidence.poster) : null
    const context = shown && (await storeContext(revisionId, shown))
    const storedBytes = bytes + embed.bytes + (poster?.derived.bytes ?? 0) + (context?.bytes ?? 0)
    this.prepared.set(evidence, { revisionId, originalKey, embed, poster, context, storedBytes })
  }

  private async preparePoster(owned: Owned, poster: ReceivedFile): Promise<Prepared['poster']> {
    const key = await store(newBlobKey(owned.id, 'poster-original'), poster)
    const derived = await derivePosterOf(owned, key).catch((error: unknown) => {
      throw this.refusalOf(error, poster)
    })
    return { key, sha256: poster.sha256, derived }
  }

  /**
   * Paints over areas of a received picture while it is still a temporary file, so that the original pixels
   * are never stored.
   */
  async redact(evidence: Evidence, workspaceId: string): Promise<void> {
    const { path, bytes, mime, redact: areas } = evidence
    if (!areas) return
    const file = { path, size: bytes }
    const redacted = await redactedPictureOf(workspaceId, file, mime, areas).catch((error: unknown) => {
      throw this.refusalOf(error, evidence)
    })
    await writeFile(path, redacted)
    const sha256 = createHash('sha256').update(redacted).digest('hex')
    Object.assign(evidence, { bytes: redacted.length, sha256, redact: undefined, redacted: areas })
  }

  private refusalOf(error: unknown, { part, name }: Pick<ReceivedFile, 'part' | 'name'>): unknown {
    if (!(error instanceof MediaError)) return error
    const hint = error.hint ?? 'Send a complete image or video.'
    return new AppError('invalid_request', {
      field: part,
      message: this.isPartial ? error.message : `"${name}" in "${part}" was refused: ${error.message}`,
      hint: this.isPartial ? hint : `${hint} Nothing in this call was stored.`,
      cause: error,
    })
  }

  /** Removes the stored files of all revisions except the given ones. */
  async removeOthers(published: ReadonlySet<string>): Promise<void> {
    const unused = this.revisionIds.filter(id => !published.has(id))
    if (unused.length > 0) await removeMedia(unused)
  }
}

/** Stores a received file under a key. Returns the key. */
async function store(key: string, { path, bytes }: Pick<ReceivedFile, 'path' | 'bytes'>): Promise<string> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  await blobs().writeStream(key, file, { size: bytes })
  metrics.evidenceBytes('received', bytes)
  return key
}
