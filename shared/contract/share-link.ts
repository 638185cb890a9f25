import { z } from 'zod'
import { address, id, idParams, timestamp } from './kit/fields'
import { limits } from './kit/limits'
import { agentAnd, anybody, changeEvents, humanOnly, operations } from './kit/operation'
import { ReviewPayload, WatchQuery } from './review'
import { Thread } from './thread'

export const CreatedShareLink = z
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

export const SharedReview = ReviewPayload.omit({ seenItemIds: true })
  .extend({ threads: z.array(Thread) })
  .meta({ id: 'SharedReview' })
export type SharedReview = z.infer<typeof SharedReview>

export const shareLinkOperations = operations({
  createShareLink: {
    method: 'POST',
    path: '/v1/reviews/{id}/share-links',
    tag: 'Sharing',
    summary: 'Make a public, read-only address of a review',
    description: 'The token is shown once. Without `expiresInHours` the link lasts until it is revoked.',
    auth: agentAnd('artifact:write'),
    params: idParams('review'),
    bodyOptional: true,
    body: z
      .object({ expiresInHours: z.int().min(1).max(limits.shareHoursMax).nullish() })
      .meta({ id: 'CreateShareLink' }),
    responses: { 201: CreatedShareLink },
  },

  revokeShareLink: {
    method: 'DELETE',
    path: '/v1/share-links/{id}',
    tag: 'Sharing',
    summary: 'Revoke a share link at once',
    auth: agentAnd('artifact:write'),
    params: idParams('shareLink'),
    responses: { 204: null },
  },

  listShareLinks: {
    method: 'GET',
    path: '/api/reviews/{id}/share-links',
    tag: 'Dashboard',
    summary: 'Share links of a review, never their secrets',
    auth: humanOnly,
    internal: true,
    params: idParams('review'),
    responses: { 200: z.strictObject({ shareLinks: z.array(ShareLinkState) }) },
  },

  readShare: {
    method: 'GET',
    path: '/api/share/{token}',
    tag: 'Sharing',
    summary: 'Read a shared review: no account, no downloads, no personal state',
    auth: anybody,
    params: z.object({ token: z.string() }),
    responses: { 200: SharedReview },
  },

  watchShare: {
    method: 'GET',
    path: '/api/share/{token}/events',
    tag: 'Sharing',
    summary: 'Learn of every change of a shared review as it happens',
    auth: anybody,
    internal: true,
    params: z.object({ token: z.string() }),
    query: WatchQuery,
    responses: { 200: changeEvents },
  },
})
