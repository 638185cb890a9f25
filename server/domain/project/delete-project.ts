import { and, eq, isNull } from 'drizzle-orm'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/reach'
import { recordEvent } from '~~/server/db/events'
import { project, review, token } from '~~/server/db/schema'
import { removeWithMedia, revisionsWhere } from '~~/server/domain/artifact/remove-media'
import { announce } from '~~/server/live/pubsub'

/** A person deletes a project with its reviews; tokens scoped to it go with it. */
export async function deleteProject(actor: Actor, input: { id: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await removeWithMedia(async tx => {
    const {
      project: { workspaceId },
    } = await loadProject(human, input.id, 'contribute', tx)
    const gone = await revisionsWhere(tx, eq(project.id, input.id))
    const revoked = await tx
      .select({ id: token.id })
      .from(token)
      .where(and(eq(token.projectId, input.id), isNull(token.revokedAt)))
    for (const { id } of revoked)
      await recordEvent(tx, human, 'token.revoked', { subjectId: id, workspaceId, projectId: input.id })
    const reviews = await tx.select({ id: review.id }).from(review).where(eq(review.projectId, input.id))
    await tx.delete(project).where(eq(project.id, input.id))
    for (const { id } of reviews) announce(id)
    await recordEvent(tx, human, 'project.deleted', { subjectId: input.id, workspaceId, projectId: input.id })
    return gone
  })
}
