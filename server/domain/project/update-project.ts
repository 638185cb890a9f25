import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Project } from '#shared/contract/project'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { project, pullRequestUpdate, review } from '~~/server/db/schema'
import { serializeProject } from './serialize'
import { slugOf } from '#shared/text/slug'

/**
 * Changes the name, the slug, the repository and the rules of a project.
 */
export async function updateProject(
  caller: Caller,
  input: Input<'updateProject'>,
): Promise<{ project: Project }> {
  return write(async tx => {
    const loaded = await loadProject(caller, input.id, 'manageProjects', tx)
    const [renamed] = await tx
      .update(project)
      .set({
        needsAllReviewers: input.needsAllReviewers,
        baselines: input.baselines,
        passesUnchanged: input.passesUnchanged,
        repository: input.repository,
        ...(input.name !== undefined && { name: input.name, slug: slugOf(input.name) }),
      })
      .where(eq(project.id, input.id))
      .returning()
    if (!renamed) throw new AppError('not_found')
    const { passesUnchanged = loaded.project.passesUnchanged } = input
    if (passesUnchanged !== loaded.project.passesUnchanged) await setStatusesAgain(tx, input.id)
    await recordChange(tx, {
      kind: 'project.updated',
      actor: caller,
      subjectId: input.id,
      detail: rulesIn(input),
      ...scopeOf(loaded),
    })
    return { project: serializeProject(renamed) }
  })
}

/** Schedules an update of each pull request of a project, since the rule for its status has changed. */
const setStatusesAgain = (tx: Db, projectId: string) =>
  tx
    .update(pullRequestUpdate)
    .set({ dueAt: Date.now(), attempt: 0, changes: sql`${pullRequestUpdate.changes} + 1` })
    .where(
      and(
        eq(pullRequestUpdate.projectId, projectId),
        inArray(
          pullRequestUpdate.reviewId,
          tx.select({ id: review.id }).from(review).where(isOpenIn(projectId)),
        ),
      ),
    )

const isOpenIn = (projectId: string) => and(eq(review.projectId, projectId), eq(review.status, 'open'))

/** Returns the rules that a call sets, for the audit log; undefined if it sets none. */
function rulesIn({ baselines, needsAllReviewers, passesUnchanged }: Input<'updateProject'>) {
  const rules = Object.entries({ baselines, needsAllReviewers, passesUnchanged })
  return (
    rules.flatMap(([name, value]) => (value === undefined ? [] : `${name} ${value}`)).join(', ') || undefined
  )
}
