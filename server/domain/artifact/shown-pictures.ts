import { revision } from '~~/server/db/schema'
import { hashOfBlob } from './blob-hash'
import type { Derived } from './derive-media'
import type { RevisionRow } from './serialize'

/** The columns of {@link ShownRevision}. */
export const shownColumns = {
  id: revision.id,
  embedKey: revision.embedKey,
  embedMime: revision.embedMime,
  embedBytes: revision.embedBytes,
  isBefore: revision.isBefore,
  completedAt: revision.completedAt,
}

/** A revision with the columns of its visible files. */
export type ShownRevision = Pick<RevisionRow, keyof typeof shownColumns>

/** Returns a stored file in the form of the revision that it becomes. */
export const shownBy = (id: string, { key, mime, bytes }: Derived): ShownRevision => ({
  id,
  embedKey: key,
  embedMime: mime,
  embedBytes: bytes,
  isBefore: false,
  completedAt: null,
})

/** The data that a decision was based on has changed since it was read: the call starts again. */
export class EvidenceChangedError extends Error {}

/**
 * Compares the pictures that revisions show. A derivative is made of decoded, upright pixels without
 * metadata, and equal pixels give equal bytes, however the original is encoded: equal derivatives show the
 * same. Reads only derivatives of equal type and size.
 */
export class ShownPictures {
  private readonly hashes = new Map<string, string | null>()

  /** Reads the hashes that {@link isSame} needs to compare a revision with others. */
  async read(shown: ShownRevision, others: readonly ShownRevision[]): Promise<void> {
    const alike = others.filter(each => each.id !== shown.id && isAlike(each, shown))
    if (alike.length === 0) return
    for (const { id, embedKey, embedBytes } of [shown, ...alike])
      if (!this.hashes.has(id))
        this.hashes.set(id, embedKey === null ? null : await hashOfBlob(embedKey, embedBytes ?? 0))
  }

  /**
   * Returns whether two revisions show the same. Throws {@link EvidenceChangedError} if they have not been
   * read.
   */
  isSame(one: ShownRevision, other: ShownRevision): boolean {
    if (one.id === other.id) return true
    if (!isAlike(one, other)) return false
    const [hash, otherHash] = [this.hashes.get(one.id), this.hashes.get(other.id)]
    if (hash === undefined || otherHash === undefined) throw new EvidenceChangedError()
    return hash !== null && hash === otherHash
  }
}

const isAlike = (one: ShownRevision, other: ShownRevision) =>
  one.embedMime === other.embedMime && one.embedBytes === other.embedBytes
