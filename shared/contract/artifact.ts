import { z } from 'zod'
import {
  address,
  artifactKinds,
  id,
  idParams,
  mimeTypes,
  posterMimeTypes,
  requiredText,
  text,
  ThreadCounts,
  timestamp,
  Viewport,
} from './kit/fields'
import { limits } from './kit/limits'
import { agentAnd, anybody, humanOnly, operation } from './kit/operation'

export const mediaStates = ['active', 'expired', 'deleted'] as const

export const Revision = z
  .strictObject({
    id: id('revision'),
    index: z.int().min(1),
    mime: z.enum(mimeTypes),
    bytes: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    durationMs: z.int().nullable(),
    embedUrl: address.nullable().meta({
      description:
        'Capability address of the embeddable derivative. `?w=320`, `640` or `1280` gives a thumbnail.',
    }),
    posterUrl: address.nullable(),
    downloadUrl: address
      .nullable()
      .meta({ description: 'The derivative as an attachment. Left null where downloads are not granted.' }),
    mediaState: z.enum(mediaStates),
    mediaExpiresAt: timestamp.nullable(),
    mediaDeletesAt: timestamp.nullable(),
    roundId: z.string().nullable(),
    completedAt: timestamp
      .nullable()
      .meta({ description: 'When the bytes were verified; null while the upload is in flight.' }),
  })
  .meta({ id: 'Revision' })
export type Revision = z.infer<typeof Revision>

export const artifactStatuses = ['processing', 'ready', 'rejected'] as const

export const Artifact = z
  .strictObject({
    id: id('artifact'),
    kind: z.enum(artifactKinds),
    title: z.string(),
    description: z.string().nullable(),
    variationGroup: z.string().nullable(),
    preferred: z.boolean(),
    route: z.string().nullable(),
    viewport: Viewport.nullable(),
    commit: z.string().nullable(),
    scenario: z.string().nullable(),
    status: z.enum(artifactStatuses),
    url: address,
    markdown: z.string(),
    currentRevision: Revision.nullable(),
    revisions: z.array(Revision),
    threadCounts: ThreadCounts,
  })
  .meta({ id: 'Artifact' })
export type Artifact = z.infer<typeof Artifact>

/** An address that takes the bytes, once, within the hour. */
const UploadTarget = z
  .strictObject({
    uploadUrl: address,
    uploadToken: z.string(),
    uploadExpiresAt: timestamp,
  })
  .meta({ id: 'UploadTarget' })

export const DeclarationResult = z
  .strictObject({
    artifactId: id('artifact'),
    reviewId: id('review'),
    revisionId: id('revision'),
    revisionIndex: z.int().min(1),
    status: z.literal('processing'),
    uploadUrl: address,
    uploadToken: z.string(),
    uploadExpiresAt: timestamp,
    poster: UploadTarget.optional(),
  })
  .meta({ id: 'DeclarationResult' })
export type DeclarationResult = z.infer<typeof DeclarationResult>

const variationGroup = text(limits.variationGroup)
  .trim()
  .transform(group => (group === '' ? null : group))
  .meta({ description: 'Groups alternative takes within one review; case-sensitive.' })

/** What may be said of a picture at each declaration. */
const evidence = {
  mime: z
    .enum(mimeTypes, `must be one of ${mimeTypes.join(', ')}`)
    .meta({ description: 'Must match the real bytes.' }),
  bytes: z
    .int()
    .min(1)
    .max(limits.videoBytes, `must be at most ${limits.videoBytes} (500 MiB)`)
    .meta({ description: 'The exact file size.' }),
  durationMs: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'An estimate for videos; enables an earlier refusal.' }),
  route: text(limits.route).nullish(),
  viewport: Viewport.nullish(),
  commit: text(limits.commit).nullish(),
  scenario: text(limits.scenario).nullish(),
  description: text(limits.description).nullish(),
  variationGroup: variationGroup.nullish(),
  roundKey: requiredText(limits.roundKey)
    .optional()
    .meta({ description: 'Groups revisions into a round; only the latest key may be reused.' }),
  roundSummary: text(limits.roundSummary).optional(),
  poster: z
    .object({
      mime: z.enum(posterMimeTypes, `must be one of ${posterMimeTypes.join(', ')}`),
      bytes: z.int().min(1).max(limits.posterBytes),
    })
    .optional()
    .meta({ description: 'A still for a video, uploaded to an address of its own.' }),
}

export const DeclareUploadBody = z
  .object({
    reviewId: id('review'),
    kind: z.enum(artifactKinds),
    title: requiredText(limits.title),
    ...evidence,
  })
  .meta({ id: 'DeclareUpload' })

export const DeclareRevisionBody = z
  .object({
    title: requiredText(limits.title).optional(),
    ...evidence,
  })
  .meta({ id: 'DeclareRevision' })

export const declareUpload = operation({
  id: 'declareUpload',
  method: 'POST',
  path: '/v1/artifacts/uploads',
  tag: 'Artifacts',
  summary: 'Declare evidence and get a one-time upload address',
  description:
    'Nothing is stored or metered yet. Then PUT the bytes to `uploadUrl` and complete the artifact.',
  auth: agentAnd('artifact:write'),
  idempotent: true,
  body: DeclareUploadBody,
  responses: { 201: DeclarationResult },
})

export const declareRevision = operation({
  id: 'declareRevision',
  method: 'POST',
  path: '/v1/artifacts/{id}/revisions',
  tag: 'Artifacts',
  summary: 'Declare a new revision of an artifact',
  description: 'Existing notes stay pinned to their revision. Fields left out keep their value.',
  auth: agentAnd('artifact:write'),
  idempotent: true,
  params: idParams('artifact'),
  body: DeclareRevisionBody,
  responses: { 201: DeclarationResult },
})

export const receiveUpload = operation({
  id: 'receiveUpload',
  method: 'PUT',
  path: '/v1/uploads/{token}',
  tag: 'Artifacts',
  summary: 'Send the bytes of a declared upload',
  description:
    'The address is the credential: send no bearer token. One use, within the hour, exactly the declared bytes.',
  auth: anybody,
  rate: 'none',
  flatErrors: true,
  params: z.object({ token: z.string().min(limits.uploadTokenMin).max(limits.uploadTokenMax) }),
  rawRequest: { raw: 'application/octet-stream', description: 'The file itself.' },
  responses: {
    200: z
      .strictObject({
        ok: z.literal(true),
        bytes: z.int(),
        purpose: z.enum(['original', 'poster']),
        revisionId: id('revision'),
      })
      .meta({ id: 'UploadReceipt' }),
  },
})

export const downloadOriginal = operation({
  id: 'downloadOriginal',
  method: 'GET',
  path: '/v1/artifacts/{id}/download',
  tag: 'Artifacts',
  summary: 'Download the original file',
  auth: agentAnd('artifact:read'),
  params: idParams('artifact'),
  query: z.object({
    revision: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ description: 'The revision index; the latest when left out.' }),
  }),
  responses: { 200: { raw: '*/*', description: 'The original bytes, as an attachment.' } },
})

export const UpdateArtifactBody = z
  .object({
    title: requiredText(limits.title).optional(),
    description: text(limits.description).nullish(),
    variationGroup: variationGroup.nullish(),
  })
  .refine(
    body => Object.values(body).some(value => value !== undefined),
    'must have at least one of title, description, variationGroup',
  )
  .meta({ id: 'UpdateArtifact' })

export const updateArtifact = operation({
  id: 'updateArtifact',
  method: 'PATCH',
  path: '/v1/artifacts/{id}',
  tag: 'Artifacts',
  summary: 'Change title, description or variation group',
  description: 'Omitted fields stay. Moving to another group clears `preferred`.',
  auth: agentAnd('artifact:write'),
  params: idParams('artifact'),
  body: UpdateArtifactBody,
  responses: { 200: Artifact },
})

export const preferArtifact = operation({
  id: 'preferArtifact',
  method: 'POST',
  path: '/v1/artifacts/{id}/preferred',
  tag: 'Artifacts',
  summary: 'Choose a variation, or take the choice back (people only)',
  description:
    'Choosing clears the others of the group in the same operation. An artifact without a group answers 400.',
  auth: humanOnly,
  params: idParams('artifact'),
  body: z.object({ preferred: z.boolean() }).meta({ id: 'PreferArtifact' }),
  responses: { 200: Artifact },
})

export const capabilityPurposes = ['embed', 'download', 'poster'] as const

export const revokeCapabilities = operation({
  id: 'revokeCapabilities',
  method: 'DELETE',
  path: '/v1/revisions/{id}/capabilities',
  tag: 'Capability addresses',
  summary: 'Revoke the capability addresses of a revision',
  description:
    'Every address handed out before is dead at once; an authorised read afterwards answers fresh ones. Without `purpose` all are revoked.',
  auth: agentAnd('artifact:write'),
  params: idParams('revision'),
  query: z.object({ purpose: z.enum(capabilityPurposes).optional() }),
  responses: { 204: null },
})

export const deleteArtifact = operation({
  id: 'deleteArtifact',
  method: 'DELETE',
  path: '/api/artifacts/{id}',
  tag: 'Dashboard',
  summary: 'Delete an artifact with its notes and stored files',
  auth: humanOnly,
  internal: true,
  params: idParams('artifact'),
  responses: { 204: null },
})

export const readCapability = operation({
  id: 'readCapability',
  method: 'GET',
  path: '/e/{token}',
  tag: 'Capability addresses',
  summary: 'Serve a media derivative',
  description: 'HTTP Range is supported. Revoked, expired and unknown addresses answer the same 404.',
  auth: anybody,
  params: z.object({ token: z.string() }),
  query: z.object({
    w: z
      .enum(['320', '640', '1280'])
      .optional()
      .meta({ description: 'A thumbnail of at most this many pixels in width.' }),
  }),
  responses: { 200: { raw: '*/*', description: 'The derivative.' } },
})
