import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Project } from '#shared/contract/project'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { project } from '~~/server/db/schema'
import { serializeProject } from './serialize'
import { slugOf } from '#shared/text/slug'

/**
 * Changes the name, the slug and the repository of a project, and whether its reviews need the verdicts of
 * all reviewers.
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
        repository: input.repository,
        ...(input.name !== undefined && { name: input.name, slug: slugOf(input.name) }),
      })
      .where(eq(project.id, input.id))
      .returning()
    if (!renamed) throw new AppError('not_found')
    await recordChange(tx, {
      kind: 'project.updated',
      actor: caller,
      subjectId: input.id,
      ...scopeOf(loaded),
    })
    return { project: serializeProject(renamed) }
  })
}
