import { z } from 'zod'
import { id, idParams, requiredText, timestamp } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { Review } from './review'

export const Project = z
  .strictObject({
    id: id('project'),
    name: z.string(),
    slug: z
      .string()
      .meta({ description: 'URL-style reference made from the name; two projects may share one.' }),
    workspaceId: id('workspace'),
  })
  .meta({ id: 'Project' })
export type Project = z.infer<typeof Project>

const projectFields = { id: true, name: true, slug: true, workspaceId: true } as const

const CatalogReview = Review.pick({
  id: true,
  externalRef: true,
  title: true,
  status: true,
  url: true,
}).meta({ id: 'CatalogReview' })

const CatalogProject = Project.pick(projectFields)
  .extend({ reviews: z.array(CatalogReview) })
  .meta({ id: 'CatalogProject' })

const CreateProjectBody = z.object({ name: requiredText(limits.projectName) }).meta({ id: 'CreateProject' })

const DashboardProject = Project.pick(projectFields)
  .extend({ reviewCount: z.int(), openReviewCount: z.int(), createdAt: timestamp })
  .meta({ id: 'DashboardProject' })
export type DashboardProject = z.infer<typeof DashboardProject>

export const projectOperations = operations({
  listCatalog: {
    method: 'GET',
    path: '/v1/projects',
    tag: 'Projects',
    summary: 'List the visible projects with their reviews',
    description: 'Reject an ambiguous slug or externalRef instead of choosing one.',
    action: 'readReviews',
    responses: { 200: z.strictObject({ projects: z.array(CatalogProject) }) },
  },

  createProject: {
    method: 'POST',
    path: '/v1/projects',
    tag: 'Projects',
    summary: 'Create a project (workspace-scoped tokens only)',
    action: 'createProject',
    idempotent: true,
    body: CreateProjectBody,
    example: { name: 'Acme web' },
    errors: ['project_limit_reached'],
    responses: { 201: z.strictObject({ project: Project }) },
  },

  listProjects: {
    method: 'GET',
    path: '/api/projects',
    tag: 'Dashboard',
    summary: 'List projects with review counts',
    action: 'useDashboard',
    internal: true,
    query: z.object({ workspaceId: id('workspace').optional() }),
    errors: ['not_found'],
    responses: { 200: z.strictObject({ projects: z.array(DashboardProject) }) },
  },

  createProjectInDashboard: {
    method: 'POST',
    path: '/api/projects',
    tag: 'Dashboard',
    summary: 'Create a project',
    action: 'manageProjects',
    internal: true,
    body: CreateProjectBody.extend({ workspaceId: id('workspace').optional() }),
    errors: ['not_found', 'project_limit_reached'],
    responses: { 201: z.strictObject({ project: Project }) },
  },

  renameProject: {
    method: 'PATCH',
    path: '/api/projects/{id}',
    tag: 'Dashboard',
    summary: 'Rename a project; its slug follows',
    action: 'manageProjects',
    internal: true,
    params: idParams('project'),
    body: CreateProjectBody,
    responses: { 200: z.strictObject({ project: Project }) },
  },

  deleteProject: {
    method: 'DELETE',
    path: '/api/projects/{id}',
    tag: 'Dashboard',
    summary: 'Delete a project with its reviews and stored files',
    action: 'manageProjects',
    internal: true,
    params: idParams('project'),
    responses: { 204: null },
  },
})
