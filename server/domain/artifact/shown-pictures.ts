import { revision } from '~~/server/db/schema'
import { hashOfBlob } from './blob-hash'
import type { Derived } from './derive-media'
import type { RevisionRow } from './rows'

/** The columns that {@link ShownRevision} consists of. */
export const shownColumns = {
  id: revision.id,
  embedKey: revision.embedKey,
  embedMime: revision.embedMime,
  embedBytes: revision.embedBytes,
  embedHash: revision.embedHash,
  width: revision.width,
  height: revision.height,
  durationMs: revision.durationMs,
  isBefore: revision.isBefore,
  completedAt: revision.completedAt,
  mediaDeletedAt: revision.mediaDeletedAt,
}

/** The columns of a revision that are needed to compare it with another one. */
export type ShownRevision = Pick<RevisionRow, keyof typeof shownColumns>

/** Returns a stored derivative in the form of a revision. The row of this revision is inserted later. */
export const toShownRevision = (
  { id, isBefore }: Pick<ShownRevision, 'id' | 'isBefore'>,
  { key, mime, bytes, sha256, width, height, durationMs }: Derived,
): ShownRevision => ({
  id,
  embedKey: key,
  embedMime: mime,
  embedBytes: bytes,
  embedHash: sha256,
  width,
  height,
  durationMs,
  isBefore,
  completedAt: null,
  mediaDeletedAt: null,
})

/**
 * Thrown if data that a call has read was changed before the call's transaction. The call is then repeated.
 */
export class EvidenceChangedError extends Error {}

/**
 * Finds out whether revisions look the same. A derivative is made of decoded, upright pixels without
 * metadata, so equal pixels produce equal bytes, however the original is encoded. Two revisions with equal
 * derivatives thus look the same. Only derivatives of the same type and size are read.
 */
export class ShownPictures {
  /** The hashes of derivatives whose database rows contain no hash, by the id of the revision. */
  private readonly hashes = new Map<string, string | null>()

  /** Reads the hashes that {@link isSame} needs to compare a revision with others. */
  async read(shown: ShownRevision, others: readonly ShownRevision[]): Promise<void> {
    const alike = others.filter(each => each.id !== shown.id && isAlike(each, shown))
    if (alike.length === 0) return
    for (const { id, embedHash, embedKey, embedBytes } of [shown, ...alike])
      if (embedHash === null && !this.hashes.has(id))
        this.hashes.set(id, embedKey === null ? null : await hashOfBlob(embedKey, embedBytes ?? 0))
  }

  /**
   * Returns whether two revisions look the same. Throws {@link EvidenceChangedError} if `read`
   * was not called for one of them.
   */
  isSame(one: ShownRevision, other: ShownRevision): boolean {
    if (one.id === other.id) return true
    if (!isAlike(one, other)) return false
    const [hash, otherHash] = [one, other].map(each => each.embedHash ?? this.hashes.get(each.id))
    if (hash === undefined || otherHash === undefined) throw new EvidenceChangedError()
    return hash !== null && hash === otherHash
  }
}

const isAlike = (one: ShownRevision, other: ShownRevision) =>
  one.embedMime === other.embedMime && one.embedBytes === other.embedBytes
