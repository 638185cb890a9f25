import { z } from 'zod'
import { id, idParams, optional, timestamp, visibleName } from './kit/fields'
import { limits } from './kit/limits'
import { capabilities, defaultCapabilities } from './capabilities'
import { operations } from './kit/operation'

export const TokenMetadata = z
  .strictObject({
    id: id('token'),
    name: z.string(),
    prefix: z.string().meta({ description: 'The first 8 characters, for recognition.' }),
    workspaceId: id('workspace'),
    projectId: id('project').nullable(),
    capabilities: z.array(z.enum(capabilities)),
    createdAt: timestamp,
    createdBy: z.string().nullable(),
    lastUsedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'TokenMetadata' })
export type TokenMetadata = z.infer<typeof TokenMetadata>

export const OwnToken = TokenMetadata.pick({
  id: true,
  name: true,
  workspaceId: true,
  projectId: true,
  capabilities: true,
  expiresAt: true,
}).meta({ id: 'OwnToken' })

export const tokenOperations = operations({
  readOwnToken: {
    method: 'GET',
    path: '/v1/token',
    tag: 'Service',
    summary: 'Read the capabilities, scope and expiry of the calling token',
    action: 'readOwnToken',
    responses: { 200: OwnToken },
  },

  listTokens: {
    method: 'GET',
    path: '/api/tokens',
    tag: 'Dashboard',
    summary: 'List agent tokens, without their secrets',
    description: 'Those that are valid, and the latest ones that are revoked or have expired.',
    action: 'manageTokens',
    internal: true,
    query: z.object({
      workspaceId: id('workspace').optional(),
      createdBy: id('user').optional().meta({ description: 'Only tokens that this person created.' }),
    }),
    errors: ['not_found'],
    responses: { 200: z.strictObject({ tokens: z.array(TokenMetadata) }) },
  },

  createToken: {
    method: 'POST',
    path: '/api/tokens',
    tag: 'Dashboard',
    summary: 'Create an agent token; its secret is shown once',
    action: 'manageTokens',
    sessionBearer: true,
    rate: 'credential',
    internal: true,
    body: z
      .object({
        workspaceId: optional(
          id('workspace').meta({ description: 'May be omitted by a member of exactly one workspace.' }),
        ),
        projectId: id('project').nullish().meta({ description: 'Restricts the token to one project.' }),
        name: visibleName(limits.tokenName),
        capabilities: z
          .array(z.enum(capabilities))
          .min(1, 'choose at least one capability')
          .transform(list => [...new Set(list)]),
        expiresInDays: z.int().min(1).max(limits.tokenDaysMax).nullish(),
      })
      .meta({ id: 'CreateToken' }),
    example: {
      workspaceId: 'ws_01KA3V6Y8T2N5Q7R9W4X1Z0B3C',
      name: 'ci-agent',
      capabilities: [...defaultCapabilities],
    },
    errors: ['not_found', 'agent_key_limit_reached'],
    responses: {
      201: z
        .strictObject({ id: id('token'), capabilities: z.array(z.enum(capabilities)), token: z.string() })
        .meta({ id: 'CreatedToken' }),
    },
  },

  revokeToken: {
    method: 'DELETE',
    path: '/api/tokens/{id}',
    tag: 'Dashboard',
    summary: 'Revoke an agent token',
    action: 'manageTokens',
    internal: true,
    params: idParams('token'),
    responses: { 204: null },
  },
})
