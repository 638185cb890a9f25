import type { Project } from '#shared/contract/project'
import type { project } from '~~/server/db/schema'

/** Returns a project as the contract defines it. */
export function serializeProject(row: typeof project.$inferSelect): Project {
  return { id: row.id, name: row.name, slug: row.slug, workspaceId: row.workspaceId }
}
