import type { Project } from '#shared/contract/project'
import { newId } from '#shared/ids'
import type { Actor } from '~~/server/access/actor'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { project } from '~~/server/db/schema'
import { assertQuota, type WorkspacePlan } from '~~/server/domain/billing/quotas'
import { serializeProject } from './serialize'
import { slugOf } from '#shared/text/slug'

/**
 * Inserts a project and its audit event inside the given transaction. Throws if the plan of the workspace
 * allows no further project.
 */
export async function insertProject(
  tx: Db,
  actor: Actor,
  workspace: WorkspacePlan,
  name: string,
): Promise<Project> {
  const workspaceId = workspace.id
  await assertQuota(tx, 'projectsPerWorkspace', workspace)
  const row = { id: newId('project'), workspaceId, name, slug: slugOf(name), createdAt: Date.now() }
  await tx.insert(project).values(row)
  await recordChange(tx, {
    kind: 'project.created',
    actor,
    subjectId: row.id,
    workspaceId,
    projectId: row.id,
  })
  return serializeProject(row)
}
