import { and, eq, isNull } from 'drizzle-orm'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadArtifact, loadProject, loadReview } from '~~/server/access/reach'
import { writeRemoval, type Db } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { artifact, project, review, revision, token } from '~~/server/db/schema'
import { announce } from '~~/server/domain/review/changes'
import { touchReview } from '~~/server/domain/review/touch'
import { removeMedia } from './remove-media'

/** A person deletes an artifact with its revisions and notes: rows first, then the stored files. */
export async function deleteArtifact(actor: Actor, input: { id: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await removeMedia(await writeRemoval(async (tx) => {
    const { review: place, project: home } = await loadArtifact(human, input.id, 'contribute', tx)
    const gone = await revisionsWhere(tx, eq(artifact.id, input.id))
    await tx.delete(artifact).where(eq(artifact.id, input.id))
    await touchReview(tx, place.id)
    await recordEvent(tx, human, 'artifact.deleted', { subjectId: input.id, workspaceId: home.workspaceId, projectId: home.id, reviewId: place.id })
    return gone
  }))
}

/** A person deletes a review with everything in it. */
export async function deleteReview(actor: Actor, input: { id: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await removeMedia(await writeRemoval(async (tx) => {
    const { project: home } = await loadReview(human, input.id, 'contribute', tx)
    const gone = await revisionsWhere(tx, eq(review.id, input.id))
    await tx.delete(review).where(eq(review.id, input.id))
    announce(input.id)
    await recordEvent(tx, human, 'review.deleted', { subjectId: input.id, workspaceId: home.workspaceId, projectId: home.id, reviewId: input.id })
    return gone
  }))
}

/** A person deletes a project with its reviews; tokens scoped to it go with it. */
export async function deleteProject(actor: Actor, input: { id: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await removeMedia(await writeRemoval(async (tx) => {
    const { project: home } = await loadProject(human, input.id, 'contribute', tx)
    const gone = await revisionsWhere(tx, eq(project.id, input.id))
    const revoked = await tx.select({ id: token.id }).from(token).where(and(eq(token.projectId, input.id), isNull(token.revokedAt)))
    for (const { id } of revoked) await recordEvent(tx, human, 'token.revoked', { subjectId: id, workspaceId: home.workspaceId, projectId: input.id })
    const reviews = await tx.select({ id: review.id }).from(review).where(eq(review.projectId, input.id))
    await tx.delete(project).where(eq(project.id, input.id))
    for (const { id } of reviews) announce(id)
    await recordEvent(tx, human, 'project.deleted', { subjectId: input.id, workspaceId: home.workspaceId, projectId: input.id })
    return gone
  }))
}

async function revisionsWhere(tx: Db, condition: ReturnType<typeof eq>): Promise<string[]> {
  const rows = await tx.select({ id: revision.id }).from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .where(condition)
  return rows.map(row => row.id)
}
