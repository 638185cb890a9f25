import { z } from 'zod'
import { featureNames } from './features'
import { planIds } from '../plans'
import { id, idParams, requiredText, timestamp, visibleName } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { roles } from './roles'

export const Workspace = z
  .strictObject({
    id: id('workspace'),
    name: z.string(),
    plan: z.enum(planIds),
    role: z.enum(roles),
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.infer<typeof Workspace>

export const Me = z
  .strictObject({
    user: z.strictObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      image: z.string().nullable(),
    }),
    workspace: Workspace.nullable(),
    workspaces: z.array(Workspace),
    admin: z.boolean().meta({ description: 'Whether they administer this server.' }),
    turnedOff: z
      .array(z.enum(featureNames))
      .meta({ description: 'The parts of the server that the operator has turned off.' }),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

const WorkspaceName = z.object({ name: visibleName(limits.workspaceName) })

export const workspaceOperations = operations({
  readMe: {
    method: 'GET',
    path: '/api/me',
    tag: 'Dashboard',
    summary: 'Read the signed-in person and their workspaces',
    action: 'useAccount',
    sessionBearer: true,
    internal: true,
    responses: { 200: Me },
  },

  chooseWorkspace: {
    method: 'PATCH',
    path: '/api/me',
    tag: 'Dashboard',
    summary: 'Store the workspace that the dashboard shows',
    action: 'useDashboard',
    rate: 'none',
    internal: true,
    body: z.object({ workspaceId: id('workspace') }),
    errors: ['not_found'],
    responses: { 200: Me },
  },

  listWorkspaces: {
    method: 'GET',
    path: '/api/workspaces',
    tag: 'Dashboard',
    summary: 'List the workspaces of the signed-in person',
    action: 'useAccount',
    internal: true,
    responses: { 200: z.strictObject({ workspaces: z.array(Workspace) }) },
  },

  createWorkspace: {
    method: 'POST',
    path: '/api/workspaces',
    tag: 'Dashboard',
    summary: 'Create a workspace, owned by the caller',
    action: 'useAccount',
    internal: true,
    body: WorkspaceName,
    errors: ['workspace_limit_reached'],
    responses: { 201: z.strictObject({ workspace: Workspace }) },
  },

  renameWorkspace: {
    method: 'PATCH',
    path: '/api/workspaces/{id}',
    tag: 'Dashboard',
    summary: 'Rename a workspace (owners only)',
    action: 'manageWorkspace',
    internal: true,
    params: idParams('workspace'),
    body: WorkspaceName,
    responses: { 200: z.strictObject({ workspace: Workspace }) },
  },

  readWorkspaceContents: {
    method: 'GET',
    path: '/api/workspaces/{id}/contents',
    tag: 'Dashboard',
    summary: 'Count the contents that are deleted with a workspace (owners only)',
    action: 'manageWorkspace',
    internal: true,
    params: idParams('workspace'),
    responses: {
      200: z
        .strictObject({
          memberCount: z.int(),
          projectCount: z.int(),
          reviewCount: z.int(),
          evidenceCount: z.int(),
          bytes: z.int().meta({ description: 'Stored originals and derivatives, without thumbnails.' }),
        })
        .meta({ id: 'WorkspaceContents' }),
    },
  },

  deleteWorkspace: {
    method: 'POST',
    path: '/api/workspaces/{id}/delete',
    tag: 'Dashboard',
    summary: `End all access to a workspace and delete it in ${limits.deletionDelayDays} days (owners only)`,
    description:
      'Members, agent tokens, share links, media links, webhooks and connections to forges stop at once. ' +
      'Administrators of the server can cancel the deletion until then.',
    action: 'manageWorkspace',
    internal: true,
    params: idParams('workspace'),
    body: z.object({
      name: requiredText(limits.workspaceName).meta({
        description: 'The name of the workspace, to confirm.',
      }),
    }),
    errors: ['conflict'],
    responses: { 200: z.strictObject({ deletesAt: timestamp }) },
  },
})
