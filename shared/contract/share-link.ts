import { z } from 'zod'
import { RevisionQuery } from './artifact'
import { feedbackSize } from './feedback'
import { address, commentBody, id, idParams, optional, timestamp, visibleName } from './kit/fields'
import { limits } from './kit/limits'
import { changeEvents, operations } from './kit/operation'
import { WatchQuery } from './review'
import { shareOptions, SharedReview, SharedThread } from './shared-review'
import { CreateThreadBody } from './thread'

const password = z
  .string()
  .min(limits.passwordMin, `must have at least ${limits.passwordMin} characters`)
  .max(limits.passwordMax, `must have at most ${limits.passwordMax} characters`)

const linkName = visibleName(limits.shareLinkName).nullish()
const hours = z.int().min(1).max(limits.shareHoursMax).nullish()

const CreatedShareLink = z
  .strictObject({
    id: id('shareLink'),
    name: z.string().nullable(),
    url: address,
    token: z.string(),
    expiresAt: timestamp.nullable(),
    ...shareOptions,
  })
  .meta({ id: 'CreatedShareLink' })

export const ShareLinkState = z
  .strictObject({
    id: id('shareLink'),
    name: z.string().nullable(),
    hasAddress: z.boolean().meta({
      description:
        'Whether the caller can read its address again, with `POST /api/share-links/{id}/reveal`: not for ' +
        'a link that is no longer valid, or was created before tokens were stored.',
    }),
    createdAt: timestamp,
    createdBy: z.string(),
    expiresAt: timestamp.nullable(),
    ...shareOptions,
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'ShareLinkState' })
export type ShareLinkState = z.infer<typeof ShareLinkState>

const tokenParams = z.object({ token: z.string() })
const guestName = visibleName(limits.guestName).meta({ description: 'The name that the comment shows.' })
const guestBody = commentBody.max(
  limits.guestCommentBody,
  `must have at most ${limits.guestCommentBody} characters`,
)
const GuestComment = z
  .strictObject({ thread: SharedThread, guestId: id('guest') })
  .meta({ id: 'GuestComment' })
/** The errors that every URL of a share link may return. */
const shareErrors = ['suspended', 'password_required'] as const

export const shareLinkOperations = operations({
  createShareLink: {
    method: 'POST',
    path: '/v1/reviews/{id}/share-links',
    tag: 'Sharing',
    summary: 'Create a public address of a review',
    description:
      'Agents get the token once; members can copy the address in the dashboard. Without `expiresInHours` ' +
      'the link lasts until it is revoked. Its page shows the comments, so a token needs `feedback:read` ' +
      'too. Only people may allow comments and downloads: agents get 403.',
    action: 'shareReviews',
    params: idParams('review'),
    bodyOptional: true,
    body: z
      .object({
        name: linkName.meta({ description: 'Who the link is for; only members see it.' }),
        expiresInHours: hours,
        password: optional(password).meta({ description: 'Visitors enter it before anything is shown.' }),
        allowComments: optional(z.boolean()).meta({ description: 'Visitors may comment as guests.' }),
        allowDownload: optional(z.boolean()).meta({ description: 'Visitors may download original files.' }),
      })
      .meta({ id: 'CreateShareLink' }),
    example: { name: 'Design team', expiresInHours: 72 },
    errors: ['conflict'],
    responses: { 201: CreatedShareLink },
  },

  updateShareLink: {
    method: 'PATCH',
    path: '/api/share-links/{id}',
    tag: 'Dashboard',
    summary: 'Change the name, the end, the requirements and the permissions of a share link',
    description: 'A link that has expired is valid again with a later end; a revoked one is 404.',
    action: 'openShareLinks',
    internal: true,
    params: idParams('shareLink'),
    body: z
      .object({
        name: linkName.meta({ description: 'null removes the name.' }),
        expiresInHours: hours.meta({ description: 'From now on. null removes the end.' }),
        password: password.nullish().meta({ description: 'null removes the password.' }),
        allowComments: optional(z.boolean()),
        allowDownload: optional(z.boolean()),
      })
      .meta({ id: 'UpdateShareLink' }),
    responses: { 200: ShareLinkState },
  },

  revealShareLink: {
    method: 'POST',
    path: '/api/share-links/{id}/reveal',
    tag: 'Dashboard',
    summary: 'Read the address of a share link again, which is recorded',
    description: 'Lists of share links never have it. 404 `not_found` for a link without `hasAddress`.',
    action: 'openShareLinks',
    internal: true,
    params: idParams('shareLink'),
    responses: { 200: z.strictObject({ url: address }).meta({ id: 'RevealedShareLink' }) },
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
    summary: 'List the share links of a review',
    description: 'Those that are not revoked, and the latest revoked ones.',
    action: 'useDashboard',
    internal: true,
    params: idParams('review'),
    responses: { 200: z.strictObject({ shareLinks: z.array(ShareLinkState) }) },
  },

  readShare: {
    method: 'GET',
    path: '/api/share/{token}',
    tag: 'Sharing',
    summary: 'Read a shared review: no account, no download addresses, no personal state',
    description:
      'A link with a password returns 403 `password_required`, except to browsers that entered it.',
    action: 'viewShared',
    params: tokenParams,
    query: z.object({
      size: feedbackSize.optional().meta({
        description:
          'At most this many characters of threads, as JSON: addressed ones first, then open ones.',
      }),
    }),
    errors: shareErrors,
    hasEtag: true,
    responses: { 200: SharedReview },
  },

  watchShare: {
    method: 'GET',
    path: '/api/share/{token}/events',
    tag: 'Sharing',
    summary: 'Stream the changes of a shared review',
    action: 'viewShared',
    internal: true,
    params: tokenParams,
    query: WatchQuery,
    errors: [...shareErrors, 'rate_limited'],
    responses: { 200: changeEvents },
  },

  unlockShare: {
    method: 'POST',
    path: '/api/share/{token}/unlock',
    tag: 'Sharing',
    summary: 'Enter the password of a share link',
    description: 'Sets a cookie, which is valid until the browser is closed or the password changes.',
    action: 'viewShared',
    internal: true,
    rate: 'sharePassword',
    setsCookie: true,
    params: tokenParams,
    body: z.object({ password: z.string().max(limits.passwordMax) }).meta({ id: 'UnlockShare' }),
    errors: shareErrors,
    responses: { 204: null },
  },

  createGuestThread: {
    method: 'POST',
    path: '/api/share/{token}/threads',
    tag: 'Sharing',
    summary: 'Comment on a shared review as a guest',
    description: 'The first comment sets a cookie, with which the browser may delete its own comments.',
    action: 'commentAsGuest',
    internal: true,
    rate: 'guestComment',
    setsCookie: true,
    params: tokenParams,
    body: CreateThreadBody.omit({ imageIds: true })
      .extend({ body: guestBody, name: guestName })
      .meta({ id: 'CreateGuestThread' }),
    errors: [...shareErrors, 'forbidden', 'conflict'],
    responses: { 201: GuestComment },
  },

  replyAsGuest: {
    method: 'POST',
    path: '/api/share/{token}/threads/{id}/replies',
    tag: 'Sharing',
    summary: 'Reply to a thread of a shared review as a guest',
    action: 'commentAsGuest',
    internal: true,
    rate: 'guestComment',
    setsCookie: true,
    params: tokenParams.extend({ id: id('thread') }),
    body: z.object({ body: guestBody, name: guestName }).meta({ id: 'ReplyAsGuest' }),
    errors: [...shareErrors, 'forbidden', 'conflict'],
    responses: { 201: GuestComment },
  },

  deleteOwnGuestComment: {
    method: 'DELETE',
    path: '/api/share/{token}/comments/{id}',
    tag: 'Sharing',
    summary: 'Delete a reply, or a thread without replies, of this guest',
    action: 'commentAsGuest',
    internal: true,
    rate: 'guestComment',
    params: tokenParams.extend({ id: id('comment') }),
    errors: [...shareErrors, 'forbidden', 'conflict'],
    responses: { 204: null },
  },

  downloadSharedOriginal: {
    method: 'GET',
    path: '/api/share/{token}/artifacts/{id}/download',
    tag: 'Sharing',
    summary: 'Download an original file of a shared review',
    action: 'downloadShared',
    internal: true,
    params: tokenParams.extend({ id: id('artifact') }),
    query: RevisionQuery,
    errors: [...shareErrors, 'forbidden'],
    responses: {
      200: {
        raw: '*/*',
        description: 'The original bytes, as an attachment.',
        file: { cacheControl: '`private, no-store`.' },
      },
    },
  },

  downloadSharedReview: {
    method: 'GET',
    path: '/api/share/{token}/originals',
    tag: 'Sharing',
    summary: 'Download the originals of a shared review as one ZIP file',
    action: 'downloadShared',
    internal: true,
    rate: 'export',
    params: tokenParams,
    errors: [...shareErrors, 'forbidden'],
    responses: { 200: { raw: 'application/zip', description: 'The latest revision of each artifact.' } },
  },

  deleteGuestComments: {
    method: 'DELETE',
    path: '/api/reviews/{id}/guests/{guestId}',
    tag: 'Dashboard',
    summary: 'Delete all comments of a guest, and the threads that they started (owners only)',
    action: 'deleteComments',
    internal: true,
    params: idParams('review').extend({ guestId: id('guest') }),
    responses: { 204: null },
  },
})
