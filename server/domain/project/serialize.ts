import type { Project } from '#shared/contract/project'

/** Returns a project in the form of the API contract. */
export function serializeProject(row: Project): Project {
  return { id: row.id, name: row.name, slug: row.slug, workspaceId: row.workspaceId }
}
