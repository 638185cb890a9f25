import { and, eq, isNull } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { project, review, token } from '~~/server/db/schema'
import { removeWithMedia, mediaOwnerIdsWhere } from '~~/server/domain/artifact/remove-media'

/** Deletes a project, including its reviews and the tokens that are limited to the project. */
export async function deleteProject(caller: Caller, input: { id: string }): Promise<undefined> {
  await removeWithMedia(async tx => {
    const scope = scopeOf(await loadProject(caller, input.id, 'manageProjects', tx))
    const ownerIds = await mediaOwnerIdsWhere(tx, eq(review.projectId, input.id))
    const tokens = await tx
      .select({ id: token.id })
      .from(token)
      .where(and(eq(token.projectId, input.id), isNull(token.revokedAt)))
    for (const { id } of tokens)
      await recordChange(tx, { kind: 'token.revoked', actor: caller, subjectId: id, ...scope })
    const reviews = await tx.select({ id: review.id }).from(review).where(eq(review.projectId, input.id))
    await tx.delete(project).where(eq(project.id, input.id))
    await recordChange(tx, {
      kind: 'project.deleted',
      actor: caller,
      subjectId: input.id,
      reviewIds: reviews.map(each => each.id),
      ...scope,
    })
    return ownerIds
  })
}
