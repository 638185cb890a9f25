import { z } from 'zod'
import { commitStates, forgeKinds, isCommitHash, repositoryPattern } from '../forge/dialects'
import { defaultApis } from '../forge/pull-request-ref'
import { address, id, idParams, optional, requiredText, timestamp, typedAddress } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'

const kind = z.enum(forgeKinds).meta({ description: '`gitea` includes Forgejo.' })

export const ForgeConnection = z
  .strictObject({
    projectId: id('project'),
    kind,
    apiUrl: address,
    repository: z.string().meta({ description: '`owner/name`; on GitLab the path of the project.' }),
    tokenHint: z.string().meta({ description: 'The last four characters of the token.' }),
    pictures: z.boolean().meta({ description: 'Comments show images, except in pull requests from forks.' }),
    answers: z.boolean().meta({
      description: 'Whether it has a secret for the webhook whose comments `/exhibit` are answered.',
    }),
    pausedUntil: timestamp
      .nullable()
      .meta({ description: 'Nothing is sent before this time: the forge limits the rate.' }),
    lastWrittenAt: timestamp.nullable(),
    problems: z
      .array(
        z.strictObject({
          reviewId: id('review').nullable(),
          title: z.string(),
          error: z.string(),
          at: timestamp,
        }),
      )
      .meta({
        description:
          'Reviews whose last attempt failed, the latest first. `reviewId` is null for an answer in a pull ' +
          'request, and `title` then names the pull request.',
      }),
    createdAt: timestamp,
    createdBy: z.string().nullable(),
  })
  .meta({ id: 'ForgeConnection' })
export type ForgeConnection = z.infer<typeof ForgeConnection>

const apiUrl = typedAddress(limits.forgeUrl, 'https://gitlab.example.com').refine(value => {
  const { search, hash } = URL.parse(value) ?? {}
  return !search && !hash
}, 'must have no query or fragment')

const repository = requiredText(limits.forgeRepository).regex(
  repositoryPattern,
  'must be owner/name, without the address of the forge',
)

const token = requiredText(limits.forgeToken).regex(/^[\x21-\x7E]+$/, 'must have no spaces')

const Body = z
  .object({
    kind,
    apiUrl: optional(
      apiUrl.meta({
        description: 'The address of the forge or of its API; public GitHub or GitLab by default.',
      }),
    ),
    repository,
    token: optional(
      token.meta({ description: 'Required for a new connection and for another forge. Never returned.' }),
    ),
    pictures: z.boolean().default(true),
  })
  .refine(body => body.apiUrl !== undefined || defaultApis[body.kind] !== undefined, {
    path: ['apiUrl'],
    message: 'is required for Gitea and Forgejo',
  })
  .meta({ id: 'ConnectForge' })

export const forgeOperations = operations({
  readCommitStatus: {
    method: 'GET',
    path: '/v1/reviews/{id}/commit-status',
    tag: 'Reviews',
    summary: 'Read the status for the commit of a review, as a forge shows it',
    description:
      'A commit has only one status. If other reviews of the project belong to a pull request with this ' +
      'commit, it is the least favorable one of all of them.',
    action: 'readReviews',
    params: idParams('review'),
    query: z.object({
      commit: requiredText(limits.commit)
        .refine(isCommitHash, 'must be the hash of a commit, or its beginning')
        .optional()
        .meta({
          description:
            'The hash of the commit, or at least its first 4 digits; by default the commit of the review.',
        }),
    }),
    responses: {
      200: z
        .strictObject({ state: z.enum(commitStates), description: z.string(), url: address })
        .meta({ id: 'CommitStatus' }),
    },
  },

  listForgeConnections: {
    method: 'GET',
    path: '/api/workspaces/{id}/forges',
    tag: 'Dashboard',
    summary: 'List the projects of a workspace that are connected to repositories (owners only)',
    action: 'manageForges',
    internal: true,
    params: idParams('workspace'),
    responses: { 200: z.strictObject({ connections: z.array(ForgeConnection) }) },
  },

  connectForge: {
    method: 'PUT',
    path: '/api/projects/{id}/forge',
    tag: 'Dashboard',
    summary: 'Connect a project to a repository, or change the connection (owners only)',
    description: 'The connection is tested before it is stored.',
    action: 'manageForges',
    internal: true,
    rate: 'credential',
    params: idParams('project'),
    body: Body,
    example: { kind: 'github', repository: 'acme/web', token: 'github_pat_TOKEN' },
    responses: { 200: ForgeConnection },
  },

  disconnectForge: {
    method: 'DELETE',
    path: '/api/projects/{id}/forge',
    tag: 'Dashboard',
    summary: 'Disconnect a project from its repository and delete the token (owners only)',
    action: 'manageForges',
    internal: true,
    params: idParams('project'),
    responses: { 204: null },
  },

  createForgeSecret: {
    method: 'POST',
    path: '/api/projects/{id}/forge/secret',
    tag: 'Dashboard',
    summary: 'Create the secret for the webhook of a forge (owners only); it is shown once',
    description: 'The earlier secret becomes invalid at once.',
    action: 'manageForges',
    internal: true,
    params: idParams('project'),
    responses: { 200: z.strictObject({ url: address, secret: z.string() }) },
  },

  receiveForgeEvent: {
    method: 'POST',
    path: '/api/projects/{id}/forge/events',
    tag: 'Dashboard',
    summary:
      'Receive a signed event of a forge: a comment `/exhibit` is answered with the state of the reviews',
    action: 'public',
    rate: 'forgeEvent',
    internal: true,
    params: idParams('project'),
    rawRequest: {
      raw: 'application/json',
      description:
        'An event as GitHub, Gitea and Forgejo sign it (X-Hub-Signature-256 or X-Gitea-Signature), or as ' +
        'GitLab sends it (X-Gitlab-Token).',
    },
    errors: ['bad_request', 'unauthorized', 'unsupported_media_type', 'too_large'],
    responses: { 204: null },
  },
})
