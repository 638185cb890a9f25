import { z } from 'zod'
import {
  address,
  artifactKinds,
  id,
  idParams,
  mimeTypes,
  optional,
  requiredText,
  text,
  ThreadCounts,
  thumbnailWidths,
  timestamp,
  Viewport,
} from './kit/fields'
import { Comparison } from './comparison'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { markedPicture, pictureWidth } from './picture'

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
        'Capability address of the embeddable derivative of this revision, served without a credential. ' +
        `With \`?w=\` and ${thumbnailWidths.join(', ')} it returns a thumbnail of that width.`,
    }),
    posterUrl: address.nullable(),
    downloadUrl: address
      .nullable()
      .meta({ description: 'The derivative as an attachment; null if downloads are not granted.' }),
    mediaState: z.enum(mediaStates).meta({
      description:
        '`expired`: hidden, until it is deleted or the plan shows it longer; `deleted`: permanently.',
    }),
    mediaExpiresAt: timestamp
      .nullable()
      .meta({ description: 'When the media is hidden and a card replaces it; null if never.' }),
    mediaDeletesAt: timestamp
      .nullable()
      .meta({ description: 'When the hidden media is deleted; comments remain. null if never.' }),
    roundId: z.string().nullable(),
    isBefore: z.boolean().meta({
      description: 'Whether it shows the state before the change: Markdown shows it next to the current one.',
    }),
    description: z
      .string()
      .nullable()
      .meta({
        description:
          'A description of this revision. `route`, `viewport` and `scenario` are about it too: a value ' +
          'that was not sent is taken from the previous revision. All are null before completion, and for ' +
          'older revisions from before these fields existed.',
      }),
    route: z.string().nullable(),
    viewport: Viewport.nullable(),
    commit: z
      .string()
      .nullable()
      .meta({ description: 'The commit that was sent with this revision; null if none was.' }),
    scenario: z.string().nullable(),
    completedAt: timestamp
      .nullable()
      .meta({ description: 'When the bytes were verified; null before completion.' }),
    change: Comparison.nullable().meta({
      description:
        'What changed since the previous revision; null before completion, and for older revisions.',
    }),
    baseline: Comparison.nullable().meta({
      description:
        'What changed since the evidence with the same title, variation group, viewport size and scenario ' +
        'that a person last accepted in this project, by verifying its review or merging its pull request. ' +
        'null as `change` is, and for `isBefore`.',
    }),
    differsFromItself: z.boolean().meta({
      description:
        'Whether an earlier revision of the same round and commit looks different, not counting ' +
        '`isBefore`: the screen does not always look the same.',
    }),
    posterIsFrame: z.boolean().meta({
      description:
        'Whether the poster is the first frame of the video, which the browser of a member sent, and not a ' +
        'picture by the agent.',
    }),
    hasContext: z.boolean().meta({
      description: 'Whether `GET /v1/revisions/{id}/context` returns what its page contained.',
    }),
  })
  .meta({ id: 'Revision' })
export type Revision = z.infer<typeof Revision>

export const Approval = z
  .strictObject({
    by: z.string().meta({ description: 'The name of the person.' }),
    at: timestamp,
    revisionId: id('revision').meta({ description: 'The revision that the person saw.' }),
    carried: z.boolean().meta({
      description: 'Whether it also holds for later revisions, which look the same as the approved one.',
    }),
  })
  .meta({ id: 'Approval' })
export type Approval = z.infer<typeof Approval>

export const artifactStatuses = ['processing', 'ready', 'rejected'] as const

export const Artifact = z
  .strictObject({
    id: id('artifact'),
    kind: z.enum(artifactKinds),
    title: z.string(),
    description: z
      .string()
      .nullable()
      .meta({
        description:
          'A description of the current revision. `route`, `viewport`, `commit` and `scenario` are about ' +
          'it too; each of `revisions` has its own.',
      }),
    variationGroup: z.string().nullable(),
    preferred: z.boolean(),
    route: z.string().nullable(),
    viewport: Viewport.nullable(),
    commit: z.string().nullable(),
    scenario: z.string().nullable(),
    status: z.enum(artifactStatuses).meta({
      description:
        '`processing`: a revision is declared and not complete; `rejected`: its only one did not verify.',
    }),
    url: address,
    markdown: z.string(),
    latestEmbedUrl: address.nullable().meta({
      description:
        'Capability address that follows the latest completed revision: a page that embeds it shows each ' +
        'new revision within a minute. Revoked with the addresses of any revision; takes `?w=` too.',
    }),
    latestPosterUrl: address
      .nullable()
      .meta({ description: 'Like latestEmbedUrl, for the poster of a video; null without one.' }),
    currentRevision: Revision.nullable().meta({
      description: 'The newest complete revision; null without one.',
    }),
    revisions: z.array(Revision).meta({ description: 'All revisions, oldest first.' }),
    threadCounts: ThreadCounts,
    approval: Approval.nullable().meta({
      description:
        'Set if a person approved the current revision, by itself or by verifying the review. Ends with a ' +
        'revision that looks different.',
    }),
    endedApproval: Approval.nullable().meta({
      description: 'The last approval, if a revision that looks different ended it.',
    }),
  })
  .meta({ id: 'Artifact' })
export type Artifact = z.infer<typeof Artifact>

/** The variation group of an artifact. A blank text or null removes the artifact from its group. */
export const variationGroup = text(limits.variationGroup)
  .trim()
  .transform(group => (group === '' ? null : group))
  .meta({ description: 'Groups variations within one review; case-sensitive.' })

const UpdateArtifactBody = z
  .object({
    title: optional(requiredText(limits.title)),
    description: text(limits.description).nullish(),
    variationGroup: variationGroup.nullish(),
  })
  .refine(
    body => Object.values(body).some(value => value !== undefined),
    'must have at least one of title, description, variationGroup',
  )
  .meta({ id: 'UpdateArtifact' })

const FoundEvidence = Artifact.pick({
  id: true,
  kind: true,
  title: true,
  viewport: true,
  scenario: true,
  variationGroup: true,
  route: true,
})
  .extend({ reviewId: id('review'), reviewTitle: z.string() })
  .meta({ id: 'FoundEvidence' })
export type FoundEvidence = z.infer<typeof FoundEvidence>

export const RevisionQuery = z.object({
  revision: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'The revision index; the latest if omitted.' }),
})

export const artifactOperations = operations({
  updateArtifact: {
    method: 'PATCH',
    path: '/v1/artifacts/{id}',
    tag: 'Artifacts',
    summary: 'Change title, description or variation group',
    description: 'Omitted fields stay. Changing the group clears `preferred`.',
    action: 'contribute',
    params: idParams('artifact'),
    body: UpdateArtifactBody,
    example: { description: 'The cart with three items, totals on one line.' },
    responses: { 200: Artifact },
  },

  preferArtifact: {
    method: 'POST',
    path: '/v1/artifacts/{id}/preferred',
    tag: 'Artifacts',
    summary: 'Mark a variation preferred, or not (people only)',
    description:
      'Marking one clears the others of the group in the same operation. ' +
      'Returns 400 for an artifact without a group.',
    action: 'decide',
    params: idParams('artifact'),
    body: z.object({ preferred: z.boolean() }).meta({ id: 'PreferArtifact' }),
    example: { preferred: true },
    errors: ['not_in_group'],
    responses: { 200: Artifact },
  },

  approveArtifact: {
    method: 'POST',
    path: '/v1/artifacts/{id}/approve',
    tag: 'Artifacts',
    summary: 'Approve a piece of evidence, or not (people only)',
    description:
      'Approves the current revision. A later revision that looks the same keeps the approval; one that ' +
      'looks different ends it. Returns 409 if there is no complete revision.',
    action: 'decide',
    params: idParams('artifact'),
    body: z
      .object({
        approved: z.boolean(),
        revisionId: optional(
          id('revision').meta({
            description: 'The revision that the person saw: 409 if it is no longer the current one.',
          }),
        ),
      })
      .meta({ id: 'ApproveArtifact' }),
    example: { approved: true },
    errors: ['conflict'],
    responses: { 200: Artifact },
  },

  listAccepted: {
    method: 'GET',
    path: '/v1/artifacts/{id}/accepted',
    tag: 'Artifacts',
    summary: 'List what people accepted of the same screen, newest first',
    description:
      'The revisions with the same title, variation group, viewport size and scenario that people accepted ' +
      'by verifying reviews of the project or merging their pull requests, as its rules say. A later ' +
      'verification of a review replaces the revisions that an earlier one accepted. A review with two ' +
      `pieces of evidence of this screen has two entries. At most ${limits.acceptedRevisions} are listed.`,
    action: 'readReviews',
    params: idParams('artifact'),
    responses: {
      200: z
        .strictObject({
          accepted: z.array(
            z
              .strictObject({
                reviewId: id('review'),
                reviewTitle: z.string(),
                url: address.meta({ description: 'The evidence on the page of its review.' }),
                acceptedAt: timestamp,
                revision: Revision,
              })
              .meta({ id: 'AcceptedRevision' }),
          ),
        })
        .meta({ id: 'AcceptedRevisions' }),
    },
  },

  downloadOriginal: {
    method: 'GET',
    path: '/v1/artifacts/{id}/download',
    tag: 'Artifacts',
    summary: 'Download the original file',
    action: 'downloadOriginals',
    params: idParams('artifact'),
    query: RevisionQuery,
    responses: {
      200: {
        raw: '*/*',
        description: 'The original bytes, as an attachment.',
        file: { cacheControl: '`private, no-store`.' },
      },
    },
  },

  readArtifactPicture: {
    method: 'GET',
    path: '/v1/artifacts/{id}/picture',
    tag: 'Artifacts',
    summary: 'See an image with its marks, numbered',
    description:
      "The dashboard shows the same numbers at the revision's threads. For a video, on its poster.",
    action: 'readFeedback',
    params: idParams('artifact'),
    query: z.object({
      w: pictureWidth,
      marks: z.enum(['open', 'all', 'none']).default('open'),
      revision: z.coerce
        .number()
        .int()
        .min(1)
        .optional()
        .meta({ description: 'The revision index; the latest if omitted.' }),
    }),
    responses: { 200: markedPicture },
  },

  searchEvidence: {
    method: 'GET',
    path: '/api/evidence',
    tag: 'Dashboard',
    summary: 'Find evidence of a workspace by its title, newest first',
    action: 'useDashboard',
    agentsCall: 'GET /v1/reviews',
    internal: true,
    query: z.object({
      workspaceId: id('workspace'),
      search: requiredText(limits.title).meta({ description: 'A text in the title.' }),
    }),
    errors: ['not_found'],
    responses: { 200: z.strictObject({ evidence: z.array(FoundEvidence) }) },
  },

  deleteArtifact: {
    method: 'DELETE',
    path: '/api/artifacts/{id}',
    tag: 'Dashboard',
    summary: 'Delete an artifact with its threads and stored files',
    action: 'deleteEvidence',
    internal: true,
    params: idParams('artifact'),
    responses: { 204: null },
  },

  deleteArtifacts: {
    method: 'POST',
    path: '/api/reviews/{id}/artifacts/delete',
    tag: 'Dashboard',
    summary: 'Delete several artifacts of a review with their threads and stored files',
    action: 'deleteEvidence',
    internal: true,
    params: idParams('review'),
    body: z
      .object({ artifactIds: z.array(id('artifact')).min(1).max(limits.artifactsAtOnce) })
      .meta({ id: 'DeleteArtifacts' }),
    responses: { 204: null },
  },
})
