import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { addresses } from '#shared/addresses'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import { HOUR, iso, isoOrNull } from '#shared/time'
import { requireCaller, requireHuman, type Actor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/reach'
import { newSecret, sha256 } from '~~/server/access/secrets'
import { db, write, writeRemoval } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { shareLink } from '~~/server/db/schema'
import { announce } from '~~/server/live/pubsub'
import { settings } from '~~/server/settings'

/** Makes a public address of a review. The token leaves in this answer and never again. */
export async function createShareLink(
  actor: Actor,
  input: Input<'createShareLink'>,
): Promise<Output<'createShareLink'>> {
  const caller = requireCaller(actor)
  return write(async tx => {
    const { review, project } = await loadReview(caller, input.id, 'contribute', tx)
    const token = newSecret()
    const id = newId('shareLink')
    const now = Date.now()
    const expiresAt = input.expiresInHours ? now + input.expiresInHours * HOUR : null
    await tx.insert(shareLink).values({
      id,
      reviewId: review.id,
      hash: sha256(token),
      createdAt: now,
      createdBy: caller.name,
      expiresAt,
    })
    await recordEvent(tx, caller, 'share_link.created', {
      subjectId: id,
      workspaceId: project.workspaceId,
      projectId: project.id,
      reviewId: review.id,
    })
    return { id, url: addresses.share(settings().publicUrl, token), token, expiresAt: isoOrNull(expiresAt) }
  })
}

/** Revokes a link at once. One that is revoked, foreign or was never there: `not_found`. */
export async function revokeShareLink(actor: Actor, input: { id: string }): Promise<undefined> {
  const caller = requireCaller(actor)
  await writeRemoval(async tx => {
    const missing = new AppError('not_found', { message: 'There is no such share link.' })
    const [row] = await tx
      .select()
      .from(shareLink)
      .where(and(eq(shareLink.id, input.id), isNull(shareLink.revokedAt)))
    if (!row) throw missing
    const { review, project } = await loadReview(caller, row.reviewId, 'contribute', tx).catch(
      (error: unknown) => {
        throw error instanceof AppError && error.code === 'not_found' ? missing : error
      },
    )
    await tx.update(shareLink).set({ revokedAt: Date.now() }).where(eq(shareLink.id, row.id))
    announce(review.id)
    await recordEvent(tx, caller, 'share_link.revoked', {
      subjectId: row.id,
      workspaceId: project.workspaceId,
      projectId: project.id,
      reviewId: review.id,
    })
  })
}

/** The links of a review, newest first, without their secrets. */
export async function listShareLinks(actor: Actor, input: { id: string }): Promise<Output<'listShareLinks'>> {
  const { review } = await loadReview(requireHuman(actor), input.id, 'look')
  const rows = await db
    .select()
    .from(shareLink)
    .where(eq(shareLink.reviewId, review.id))
    .orderBy(desc(shareLink.createdAt), desc(shareLink.id))
  return {
    shareLinks: rows.map(row => ({
      id: row.id,
      createdAt: iso(row.createdAt),
      createdBy: row.createdBy,
      expiresAt: isoOrNull(row.expiresAt),
      revokedAt: isoOrNull(row.revokedAt),
    })),
  }
}
