import { eq, sql } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import type { MediaLinkPurpose } from '#shared/contract/media-link'
import { loadRevision } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { writeRemoval } from '~~/server/db'
import { revision } from '~~/server/db/schema'

/**
 * Revokes the media links of a revision, for one purpose or for all. Increments the generation that valid
 * links must contain. The media itself is not deleted.
 */
export async function revokeCapabilities(
  caller: Caller,
  input: { id: string; purpose?: MediaLinkPurpose },
): Promise<undefined> {
  await writeRemoval(async tx => {
    const loaded = await loadRevision(caller, input.id, 'contribute', tx)
    const isRevoked = (purpose: MediaLinkPurpose) => input.purpose === undefined || input.purpose === purpose
    await tx
      .update(revision)
      .set({
        ...(isRevoked('embed') && { embedGeneration: sql`${revision.embedGeneration} + 1` }),
        ...(isRevoked('download') && { downloadGeneration: sql`${revision.downloadGeneration} + 1` }),
        ...(isRevoked('poster') && { posterGeneration: sql`${revision.posterGeneration} + 1` }),
      })
      .where(eq(revision.id, input.id))
    await recordChange(tx, {
      kind: 'capability.revoked',
      actor: caller,
      subjectId: input.id,
      ...scopeOf(loaded),
    })
  })
}
