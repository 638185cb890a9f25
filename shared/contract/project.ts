import { z } from 'zod'
import { baselineRules } from './comparison'
import { id, idParams, optional, repository, requiredText, timestamp, visibleName } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { untrusted, untrustedField } from './kit/untrusted'
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
  prRef: true,
  branch: true,
  url: true,
})
  .extend({ title: z.string().meta(untrusted) })
  .meta({ id: 'CatalogReview' })

const CatalogProject = Project.pick(projectFields)
  .extend({ name: z.string().meta(untrusted), reviews: z.array(CatalogReview) })
  .meta({ id: 'CatalogProject' })

const CatalogQuery = z.object({
  project: requiredText(limits.projectReference)
    .optional()
    .meta({ description: 'Only this project: its id or slug.' }),
  repository: repository.optional().meta({
    description:
      'Without `project`: projects that a call with this `repository` may choose; if none, it creates one.',
  }),
  externalRef: requiredText(limits.externalRef)
    .optional()
    .meta({
      description:
        'Only reviews with this reference, and their projects. If there are none, the reviews of the ' +
        'pull request in whatever form it is named, or else the reviews of the branch with this name.',
    }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(limits.pageSize)
    .optional()
    .meta({ description: 'The number of reviews in a page; 100 with a cursor alone.' }),
  cursor: id('review').optional().meta({ description: 'The `nextCursor` of the previous page.' }),
})

const CreateProjectBody = z.object({ name: visibleName(limits.projectName) }).meta({ id: 'CreateProject' })

const UpdateProjectBody = z
  .object({
    name: optional(visibleName(limits.projectName)),
    needsAllReviewers: optional(
      z.boolean().meta({ description: 'Whether `verified` needs every requested reviewer of a review.' }),
    ),
    baselines: optional(
      z.enum(baselineRules).meta({
        description:
          'What accepts evidence, with which later evidence is compared: verifying a review, merging its ' +
          'pull request, or nothing.',
      }),
    ),
    passesUnchanged: optional(
      z.boolean().meta({
        description: 'Whether the commit status is a success, without a verdict, if nothing changed.',
      }),
    ),
    repository: repository.nullable().optional().meta({
      description: 'The repository whose pushes the project receives; null for none, until the next push.',
    }),
  })
  .refine(
    body => Object.values(body).some(value => value !== undefined),
    'must have name, needsAllReviewers, baselines, passesUnchanged or repository',
  )
  .meta({ id: 'UpdateProject' })

const DashboardProject = Project.pick(projectFields)
  .extend({
    reviewCount: z.int(),
    openReviewCount: z.int().meta({ description: 'Reviews that are not verified.' }),
    needsAllReviewers: z.boolean(),
    baselines: z.enum(baselineRules),
    passesUnchanged: z.boolean(),
    repository: z.string().nullable().meta({ description: 'Such as `github.com/acme/shop`.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'DashboardProject' })
export type DashboardProject = z.infer<typeof DashboardProject>

export const projectOperations = operations({
  listCatalog: {
    method: 'GET',
    path: '/v1/projects',
    tag: 'Projects',
    summary: 'List the visible projects with their reviews',
    description:
      'Reject an ambiguous slug or externalRef instead of choosing one. Without `limit` and `cursor` the ' +
      'list is complete; with one of them it is a page of the newest reviews, and `nextCursor`. Each page ' +
      'lists all projects, each with its reviews that are on the page.',
    action: 'readReviews',
    hasEtag: true,
    query: CatalogQuery,
    mcp: {
      name: 'list_reviews',
      description:
        'List projects with their newest reviews, to find a review by its externalRef, or a projectId.',
      defaults: { limit: 20 },
    },
    responses: {
      200: z.strictObject({
        ...untrustedField,
        projects: z.array(CatalogProject),
        nextCursor: id('review')
          .nullable()
          .optional()
          .meta({ description: 'Of a page only: the cursor of the next one; null for the last.' }),
      }),
    },
  },

  findReviews: {
    method: 'GET',
    path: '/v1/reviews',
    tag: 'Reviews',
    summary: 'Find reviews, such as the one with an externalRef',
    description:
      'Newest first, from all projects that the credential has access to. Several projects may each have ' +
      'a review with the same `externalRef`.',
    action: 'readReviews',
    query: CatalogQuery,
    responses: {
      200: z
        .strictObject({
          ...untrustedField,
          reviews: z.array(CatalogReview.extend({ projectId: id('project') }).meta({ id: 'FoundReview' })),
          nextCursor: id('review')
            .nullable()
            .meta({ description: 'The cursor of the next page; null for the last.' }),
        })
        .meta({ id: 'FoundReviews' }),
    },
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
    agentsCall: 'GET /v1/projects',
    internal: true,
    hasEtag: true,
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
    agentsCall: 'POST /v1/projects',
    internal: true,
    body: CreateProjectBody.extend({ workspaceId: optional(id('workspace')) }),
    errors: ['not_found', 'project_limit_reached'],
    responses: { 201: z.strictObject({ project: Project }) },
  },

  updateProject: {
    method: 'PATCH',
    path: '/api/projects/{id}',
    tag: 'Dashboard',
    summary: 'Change the name and slug of a project, its rules, and its repository',
    action: 'manageProjects',
    internal: true,
    params: idParams('project'),
    body: UpdateProjectBody,
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
