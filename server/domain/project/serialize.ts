import type { Project } from '#shared/contract/project'

/** Returns a project as the contract defines it. */
export function serializeProject(row: Project): Project {
  return { id: row.id, name: row.name, slug: row.slug, workspaceId: row.workspaceId }
}
