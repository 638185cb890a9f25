import { z } from 'zod'
import { Artifact, Revision, variationGroup } from './artifact'
import {
  address,
  artifactKinds,
  id,
  idParams,
  mimeTypes,
  optional,
  posterMimeTypes,
  requiredText,
  text,
  timestamp,
  Viewport,
} from './kit/fields'
import { foreignTypeOfName } from '../foreign-types'
import { redactedAreas } from './geometry'
import { limits } from './kit/limits'
import { untrustedField } from './kit/untrusted'
import { operations } from './kit/operation'
import { mebibytes } from './kit/sizes'
import { Review } from './review'

/** A URL that accepts the bytes of one file, but only once. It is valid for an hour. */
const UploadTarget = z
  .strictObject({ uploadUrl: address, uploadToken: z.string(), uploadExpiresAt: timestamp })
  .meta({ id: 'UploadTarget' })

export const DeclarationResult = z
  .strictObject({
    artifactId: id('artifact'),
    reviewId: id('review'),
    revisionId: id('revision'),
    revisionIndex: z.int().min(1),
    status: z.literal('processing'),
    ...UploadTarget.shape,
    poster: UploadTarget.optional(),
  })
  .meta({ id: 'DeclarationResult' })
export type DeclarationResult = z.infer<typeof DeclarationResult>

/**
 * Returns the error message for an invalid media type. If the sent type is known but not accepted, the
 * message names a type to send instead.
 */
function mimeRule(sent: unknown): string {
  const foreign = foreignTypeOfName({ name: '', type: String(sent) })
  const accepted = `must be one of ${mimeTypes.join(', ')}`
  return foreign ? `${accepted}, not ${foreign.name}: ${foreign.remedy.replace(/\.$/, '')}` : accepted
}

/** The fields that every declared upload has. */
const evidence = {
  mime: z
    .enum(mimeTypes, { error: ({ input }) => mimeRule(input) })
    .meta({ description: 'Must match the real bytes.' }),
  bytes: z
    .int()
    .min(1)
    .max(limits.videoBytes, `must be at most ${limits.videoBytes} (${mebibytes(limits.videoBytes)})`)
    .meta({ description: 'The exact file size.' }),
  durationMs: optional(
    z.int().min(0).meta({ description: 'An estimate for videos; enables an earlier refusal.' }),
  ),
  route: text(limits.route).nullish(),
  viewport: Viewport.nullish(),
  commit: text(limits.commit).nullish(),
  scenario: text(limits.scenario).nullish(),
  description: text(limits.description).nullish(),
  variationGroup: variationGroup.nullish(),
  roundKey: optional(
    requiredText(limits.roundKey).meta({
      description:
        'Groups revisions into a round. A key may be used until evidence of a later one is complete.',
    }),
  ),
  roundSummary: optional(text(limits.roundSummary)),
  isBefore: optional(
    z.boolean().meta({
      description:
        'Whether it shows the state before the change. Upload it first: Markdown shows it next to the ' +
        'following revision.',
    }),
  ),
  poster: optional(
    z
      .object({
        mime: z.enum(posterMimeTypes, `must be one of ${posterMimeTypes.join(', ')}`),
        bytes: z.int().min(1).max(limits.posterBytes),
      })
      .meta({ description: 'A still for a video, uploaded to a separate address.' }),
  ),
}

const DeclareUploadBody = z
  .object({
    reviewId: id('review'),
    kind: z.enum(artifactKinds),
    title: requiredText(limits.title),
    ...evidence,
  })
  .meta({ id: 'DeclareUpload' })

const DeclareRevisionBody = z
  .object({
    title: optional(requiredText(limits.title)),
    ...evidence,
  })
  .meta({ id: 'DeclareRevision' })

export const completionWarnings = [
  'size_mismatch',
  'duration_mismatch',
  'viewport_mismatch',
  'dropped_tracks',
  'unchanged',
] as const

/** A problem that the caller should check. The revision is complete nevertheless. */
const CompletionWarning = z
  .strictObject({
    code: z.enum(completionWarnings),
    field: z.string(),
    message: z.string(),
  })
  .meta({ id: 'CompletionWarning' })
export type CompletionWarning = z.infer<typeof CompletionWarning>

/**
 * The result of completing an upload. It contains all data that a client needs to update its view without
 * another request.
 */
export const CompletionResult = z
  .strictObject({
    ...untrustedField,
    artifactId: id('artifact'),
    revisionId: id('revision'),
    revisionIndex: z.int().min(1),
    status: z.literal('ready'),
    reviewUrl: address,
    embedUrl: Revision.shape.embedUrl,
    posterUrl: Revision.shape.posterUrl,
    downloadUrl: Revision.shape.downloadUrl,
    markdown: z.string(),
    warnings: z.array(CompletionWarning).meta({
      description:
        'Differences between the sent width, height or durationMs and the file, and tracks that are not ' +
        'shown. Empty if there is nothing to check.',
    }),
    artifact: Artifact,
    review: Review,
  })
  .meta({ id: 'CompletionResult' })
export type CompletionResult = z.infer<typeof CompletionResult>

export const uploadOperations = operations({
  declareUpload: {
    method: 'POST',
    path: '/v1/artifacts/uploads',
    tag: 'Artifacts',
    summary: 'Declare evidence and get a one-time upload address',
    description:
      'Nothing is stored or metered yet. Then PUT the bytes to `uploadUrl` and complete the artifact.',
    action: 'uploadEvidence',
    idempotent: true,
    body: DeclareUploadBody,
    example: {
      reviewId: 'rev_01KA3V6Y8T2N5Q7R9W4X1Z0B3C',
      kind: 'image',
      title: 'Cart with three items',
      mime: 'image/png',
      bytes: 48_213,
      route: '/cart',
      viewport: { width: 1440, height: 900 },
    },
    errors: [
      'not_found',
      'conflict',
      'round_closed',
      'evidence_limit_reached',
      'file_size_limit_reached',
      'video_length_limit_reached',
      'storage_limit_reached',
    ],
    mcp: {
      name: 'declare_evidence',
      unlisted: true,
      description:
        'Declare a new screenshot or video of a review. The result has the command that uploads the ' +
        'file: run it, then call complete_evidence. For a newer version of evidence use declare_revision.',
    },
    responses: { 201: DeclarationResult },
  },

  receiveUpload: {
    method: 'PUT',
    path: '/v1/uploads/{token}',
    tag: 'Artifacts',
    summary: 'Send the bytes of a declared upload',
    description:
      'The address is the credential: send no bearer token. ' +
      'It accepts exactly the declared bytes, once, within the hour.',
    action: 'public',
    rate: 'none',
    flatErrors: true,
    params: z.object({ token: z.string().min(limits.uploadTokenMin).max(limits.uploadTokenMax) }),
    rawRequest: { raw: 'application/octet-stream', description: 'The file itself.' },
    errors: ['suspended', 'already_used', 'expired', 'storage_limit_reached', 'too_large', 'invalid_request'],
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
  },

  completeArtifact: {
    method: 'POST',
    path: '/v1/artifacts/{id}/complete',
    tag: 'Artifacts',
    summary: 'Verify the uploaded bytes and publish the revision',
    description:
      'Bytes of another type than declared, and executables, are rejected with 422 and deleted. ' +
      'Completing again returns the same result.',
    action: 'contribute',
    idempotent: true,
    params: idParams('artifact'),
    bodyOptional: true,
    body: z
      .object({
        revisionId: optional(
          id('revision').meta({ description: 'Prevents completing another concurrent revision.' }),
        ),
        width: optional(z.int().min(1).max(limits.pixels)),
        height: optional(z.int().min(1).max(limits.pixels)),
        durationMs: optional(z.int().min(0).meta({ description: 'Authoritative for videos.' })),
        posterUploadToken: optional(
          z.string().meta({ description: 'The consumed poster token of this revision.' }),
        ),
        redact: optional(redactedAreas),
      })
      .meta({ id: 'CompleteArtifact' }),
    example: { revisionId: 'rvs_01KA3V6Y8T2N5Q7R9W4X1Z0B3C', width: 1440, height: 900 },
    errors: [
      'conflict',
      'upload_missing',
      'evidence_limit_reached',
      'video_length_limit_reached',
      'storage_limit_reached',
    ],
    mcp: {
      name: 'complete_evidence',
      unlisted: true,
      description:
        'Verify an uploaded file and publish it. Call it after the upload of each declared file. The ' +
        'markdown of the result shows the evidence in a pull request.',
      id: 'artifactId',
    },
    responses: { 200: CompletionResult },
  },

  cancelRevision: {
    method: 'DELETE',
    path: '/v1/revisions/{id}',
    tag: 'Artifacts',
    summary: 'Cancel a declared revision that is not complete',
    description:
      'Deletes the declaration with its received bytes, and the artifact if it has no other ' +
      'revision. Nothing was metered. A complete revision is evidence, which only people delete: 409.',
    action: 'contribute',
    params: idParams('revision'),
    errors: ['conflict'],
    responses: { 204: null },
  },

  declareRevision: {
    method: 'POST',
    path: '/v1/artifacts/{id}/revisions',
    tag: 'Artifacts',
    summary: 'Declare a new revision of an artifact',
    description: 'Existing threads stay pinned to their revision. Omitted fields keep their value.',
    action: 'uploadEvidence',
    idempotent: true,
    params: idParams('artifact'),
    body: DeclareRevisionBody,
    example: {
      mime: 'image/png',
      bytes: 47_902,
      roundKey: 'feedback-1',
      roundSummary: 'The total no longer wraps.',
    },
    errors: [
      'conflict',
      'round_closed',
      'evidence_limit_reached',
      'file_size_limit_reached',
      'video_length_limit_reached',
      'storage_limit_reached',
    ],
    mcp: {
      name: 'declare_revision',
      unlisted: true,
      description:
        'Declare a new version of existing evidence, such as the screenshot after a fix. Use one roundKey ' +
        'for all files of one round of changes. Upload and complete it as with declare_evidence.',
      id: 'artifactId',
    },
    responses: { 201: DeclarationResult },
  },

  attachPoster: {
    method: 'PUT',
    path: '/api/revisions/{id}/poster',
    tag: 'Dashboard',
    summary: 'Attach the first frame of a video as its poster',
    description:
      'Sent by the first browser of a member that opens a video without a poster; Markdown then shows it. ' +
      `A poster is not replaced. A WebP, JPEG or PNG of at most ${mebibytes(limits.frameBytes)} and ` +
      `${limits.framePixels.toLocaleString('en')} pixels per side.`,
    action: 'contribute',
    internal: true,
    params: idParams('revision'),
    rawRequest: { raw: 'application/octet-stream', isPicture: true, description: 'The image itself.' },
    errors: ['conflict', 'too_large', 'invalid_request', 'storage_limit_reached'],
    responses: { 204: null },
  },
})
