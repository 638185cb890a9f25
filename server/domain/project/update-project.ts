import { and, eq, isNull } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Project } from '#shared/contract/project'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { project, pullRequestUpdate } from '~~/server/db/schema'
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
    if (input.baselines === 'merged') await lookAtPullRequests(tx, input.id)
    await recordChange(tx, {
      kind: 'project.updated',
      actor: caller,
      subjectId: input.id,
      ...scopeOf(loaded),
    })
    return { project: serializeProject(renamed) }
  })
}

/** Schedules a look at each pull request of a project, since merging them accepts evidence from now on. */
const lookAtPullRequests = (tx: Db, projectId: string) =>
  tx
    .update(pullRequestUpdate)
    .set({ dueAt: Date.now() })
    .where(
      and(
        eq(pullRequestUpdate.projectId, projectId),
        isNull(pullRequestUpdate.dueAt),
        isNull(pullRequestUpdate.error),
      ),
    )
