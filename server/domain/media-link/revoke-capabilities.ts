import { eq, sql } from 'drizzle-orm'
import { requireCaller, type Actor } from '~~/server/access/actor'
import type { Purpose } from '~~/server/access/capability'
import { loadRevision } from '~~/server/access/reach'
import { writeRemoval } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { revision } from '~~/server/db/schema'
import { touchReview } from '~~/server/live/touch'

/**
 * Moves the generation of a purpose on, or of all: every address handed out before is dead. The media stays.
 */
export async function revokeCapabilities(
  actor: Actor,
  input: { id: string; purpose?: Purpose },
): Promise<undefined> {
  const caller = requireCaller(actor)
  await writeRemoval(async tx => {
    const { review, project } = await loadRevision(caller, input.id, 'contribute', tx)
    const moves = (purpose: Purpose) => input.purpose === undefined || input.purpose === purpose
    await tx
      .update(revision)
      .set({
        ...(moves('embed') && { embedGeneration: sql`${revision.embedGeneration} + 1` }),
        ...(moves('download') && { downloadGeneration: sql`${revision.downloadGeneration} + 1` }),
        ...(moves('poster') && { posterGeneration: sql`${revision.posterGeneration} + 1` }),
      })
      .where(eq(revision.id, input.id))
    await touchReview(tx, review.id)
    await recordEvent(tx, caller, 'capability.revoked', {
      subjectId: input.id,
      workspaceId: project.workspaceId,
      projectId: project.id,
      reviewId: review.id,
    })
  })
}
