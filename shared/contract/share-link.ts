import { z } from 'zod'
import { Artifact, Revision } from './artifact'
import { address, id, idParams, ThreadCounts, timestamp } from './kit/fields'
import { limits } from './kit/limits'
import { changeEvents, operations } from './kit/operation'
import { Review, ReviewPayload, Round, WatchQuery } from './review'
import { Comment, Thread } from './thread'

const CreatedShareLink = z
  .strictObject({
    id: id('shareLink'),
    url: address,
    token: z.string(),
    expiresAt: timestamp.nullable(),
  })
  .meta({ id: 'CreatedShareLink' })

export const ShareLinkState = z
  .strictObject({
    id: id('shareLink'),
    createdAt: timestamp,
    createdBy: z.string(),
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'ShareLinkState' })
export type ShareLinkState = z.infer<typeof ShareLinkState>

// What a share link shows to anyone. Every field is named, so that a new field of a review, an artifact or a
// thread stays private until it is added here.

const SharedRevision = Revision.pick({
  id: true,
  index: true,
  mime: true,
  bytes: true,
  width: true,
  height: true,
  durationMs: true,
  embedUrl: true,
  posterUrl: true,
  downloadUrl: true,
  mediaState: true,
  mediaExpiresAt: true,
  mediaDeletesAt: true,
  roundId: true,
  completedAt: true,
}).meta({ id: 'SharedRevision' })

const SharedArtifact = Artifact.pick({
  id: true,
  kind: true,
  title: true,
  description: true,
  variationGroup: true,
  preferred: true,
  route: true,
  viewport: true,
  commit: true,
  scenario: true,
  status: true,
  url: true,
  markdown: true,
  threadCounts: true,
})
  .extend({ currentRevision: SharedRevision.nullable(), revisions: z.array(SharedRevision) })
  .meta({ id: 'SharedArtifact' })

const SharedComment = Comment.pick({ id: true, body: true, author: true, createdAt: true }).meta({
  id: 'SharedComment',
})

const SharedThread = Thread.pick({
  threadId: true,
  artifactId: true,
  revision: true,
  kind: true,
  geometry: true,
  timestampMs: true,
  comment: true,
  status: true,
  artifact: true,
  reviewId: true,
  url: true,
  createdAt: true,
  updatedAt: true,
})
  .extend({ comments: z.array(SharedComment) })
  .meta({ id: 'SharedThread' })

export const SharedReview = z
  .strictObject({
    review: Review.pick({
      id: true,
      title: true,
      status: true,
      url: true,
      externalRef: true,
      prRef: true,
      branch: true,
      commit: true,
      createdAt: true,
      updatedAt: true,
      decidedAt: true,
      decidedBy: true,
    }),
    project: ReviewPayload.shape.project.pick({ id: true, name: true, workspaceId: true }),
    artifacts: z.array(SharedArtifact),
    threadCounts: ThreadCounts,
    markdown: z.string(),
    rounds: z.array(Round.pick({ id: true, number: true, summary: true, createdAt: true })),
    threads: z.array(SharedThread),
  })
  .meta({ id: 'SharedReview' })
export type SharedReview = z.infer<typeof SharedReview>

export const shareLinkOperations = operations({
  createShareLink: {
    method: 'POST',
    path: '/v1/reviews/{id}/share-links',
    tag: 'Sharing',
    summary: 'Create a public, read-only address of a review',
    description: 'The token is shown once. Without `expiresInHours` the link lasts until it is revoked.',
    action: 'contribute',
    params: idParams('review'),
    bodyOptional: true,
    body: z
      .object({ expiresInHours: z.int().min(1).max(limits.shareHoursMax).nullish() })
      .meta({ id: 'CreateShareLink' }),
    example: { expiresInHours: 72 },
    responses: { 201: CreatedShareLink },
  },

  revokeShareLink: {
    method: 'DELETE',
    path: '/v1/share-links/{id}',
    tag: 'Sharing',
    summary: 'Revoke a share link at once',
    action: 'contribute',
    params: idParams('shareLink'),
    responses: { 204: null },
  },

  listShareLinks: {
    method: 'GET',
    path: '/api/reviews/{id}/share-links',
    tag: 'Dashboard',
    summary: 'List the share links of a review, without their secrets',
    action: 'useDashboard',
    internal: true,
    params: idParams('review'),
    responses: { 200: z.strictObject({ shareLinks: z.array(ShareLinkState) }) },
  },

  readShare: {
    method: 'GET',
    path: '/api/share/{token}',
    tag: 'Sharing',
    summary: 'Read a shared review: no account, no downloads, no personal state',
    action: 'public',
    params: z.object({ token: z.string() }),
    errors: ['suspended'],
    hasEtag: true,
    responses: { 200: SharedReview },
  },

  watchShare: {
    method: 'GET',
    path: '/api/share/{token}/events',
    tag: 'Sharing',
    summary: 'Stream the changes of a shared review',
    action: 'public',
    internal: true,
    params: z.object({ token: z.string() }),
    query: WatchQuery,
    errors: ['suspended', 'rate_limited'],
    responses: { 200: changeEvents },
  },
})
