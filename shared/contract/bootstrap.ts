import { z } from 'zod'
import { address, id, text } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { Project } from './project'
import { Workspace } from './workspace'

const NamedProject = Project.pick({ id: true, name: true, slug: true })

const Bootstrapped = z
  .strictObject({
    workspaceId: id('workspace'),
    project: NamedProject,
    token: z.string().meta({ description: 'An agent token, shown once.' }),
    claimUrl: address.meta({
      description: 'Private: the person who opens it while signed in becomes the owner.',
    }),
    retentionDays: z
      .int()
      .meta({ description: 'Days that media stays visible until the workspace is claimed.' }),
    warning: z.string(),
  })
  .meta({ id: 'Bootstrapped' })

const claimCode = z
  .string()
  .min(1, 'must not be empty')
  .max(256, 'must have at most 256 characters')
  .meta({ description: 'The last part of the claim address.' })

const Claimed = z
  .strictObject({ workspace: Workspace, projects: z.array(NamedProject) })
  .meta({ id: 'Claimed' })

export const bootstrapOperations = operations({
  bootstrapWorkspace: {
    method: 'POST',
    path: '/v1/bootstrap',
    tag: 'Bootstrap and claim',
    summary:
      'Start without an account: create a workspace, a project and a token, for a person to claim later',
    description:
      'Works only where UNCLAIMED_WORKSPACES is on. Not idempotent: each call creates a workspace.',
    action: 'public',
    rate: 'bootstrap',
    bodyOptional: true,
    body: z
      .object({
        project: text(limits.projectName).nullish().meta({ description: 'The name of the project.' }),
      })
      .meta({ id: 'Bootstrap' }),
    example: { project: 'Acme web' },
    errors: ['forbidden'],
    responses: { 201: Bootstrapped },
  },

  claimWorkspace: {
    method: 'POST',
    path: '/api/claim',
    tag: 'Bootstrap and claim',
    summary: 'Become the owner of an unclaimed workspace; single use',
    action: 'useAccount',
    rate: 'credential',
    body: z.object({ code: claimCode }).meta({ id: 'Claim' }),
    example: { code: 'CODE' },
    errors: ['not_found', 'workspace_limit_reached'],
    responses: { 200: Claimed },
  },

  readClaim: {
    method: 'GET',
    path: '/api/claim/{code}',
    tag: 'Dashboard',
    summary: 'Read what a claim address grants',
    action: 'useAccount',
    internal: true,
    params: z.object({ code: claimCode }),
    responses: { 200: z.strictObject({ projects: z.array(NamedProject), reviewCount: z.int() }) },
  },
})
