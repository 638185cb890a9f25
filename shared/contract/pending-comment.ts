import { z } from 'zod'
import { commentBody, id, idParams, optional, requiredText, timestamp } from './kit/fields'
import { Geometry, shapeKinds, threadKinds } from './geometry'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { lastChangeAt, Review } from './review'
import { reviewStatuses } from './review-status'
import { changedImages, CommentImage, CreateThreadBody, ReplyBody, Thread } from './thread'

/**
 * The position of a pending comment that starts a thread: its artifact, revision, shapes and time in the
 * video at the time when the comment was written.
 */
export const PendingPlace = z
  .strictObject({
    kind: z.enum(threadKinds),
    artifactId: id('artifact').nullable(),
    revisionId: id('revision').nullable(),
    geometry: Geometry.nullable(),
    shapes: z.array(z.strictObject({ kind: z.enum(shapeKinds), geometry: Geometry })),
    timestampMs: z.int().nullable(),
    endMs: z.int().nullable(),
    frameMs: z.int().nullable(),
  })
  .meta({ id: 'PendingPlace' })
export type PendingPlace = z.infer<typeof PendingPlace>

/** A comment that only its author sees until it is sent. */
export const PendingComment = z
  .strictObject({
    id: id('pendingComment'),
    body: z.string(),
    threadId: id('thread')
      .nullable()
      .meta({ description: 'The thread that it replies to; null if it starts one.' }),
    images: z.array(CommentImage),
    place: PendingPlace.nullable().meta({
      description: 'The place of the thread that it starts; null for a reply.',
    }),
    createdAt: timestamp,
  })
  .meta({ id: 'PendingComment' })
export type PendingComment = z.infer<typeof PendingComment>

const SubmitReviewBody = z
  .object({
    pendingCommentIds: z
      .array(id('pendingComment'))
      .min(1, 'must name a pending comment')
      .max(limits.pendingComments, `must have at most ${limits.pendingComments} ids`),
    status: optional(z.enum(reviewStatuses)).meta({ description: 'The verdict; none if omitted.' }),
    lastChangeAt,
    comment: optional(requiredText(limits.commentBody)).meta({
      description: 'A comment with the verdict; without a verdict, on the whole review.',
    }),
  })
  .meta({ id: 'SubmitReview' })

const SubmittedReview = z
  .strictObject({
    review: Review,
    sent: z.array(z.strictObject({ id: id('pendingComment'), thread: Thread })),
    unsent: z
      .array(z.strictObject({ id: id('pendingComment'), reason: z.string() }))
      .meta({ description: 'The comments whose subject was deleted. They are still pending.' }),
  })
  .meta({ id: 'SubmittedReview' })
export type SubmittedReview = z.infer<typeof SubmittedReview>

export const pendingCommentOperations = operations({
  listPendingComments: {
    method: 'GET',
    path: '/api/reviews/{id}/pending-comments',
    tag: 'Dashboard',
    summary: 'List one’s own comments on a review that are not sent yet',
    action: 'writePendingComments',
    internal: true,
    params: idParams('review'),
    responses: {
      200: z
        .strictObject({ pendingComments: z.array(PendingComment) })
        .meta({ id: 'PendingComments', description: 'Oldest first.' }),
    },
  },

  addPendingComment: {
    method: 'POST',
    path: '/api/reviews/{id}/pending-comments',
    tag: 'Dashboard',
    summary: 'Write a comment that starts a thread, to be sent later',
    action: 'writePendingComments',
    internal: true,
    errors: ['conflict'],
    params: idParams('review'),
    body: CreateThreadBody,
    responses: { 201: PendingComment },
  },

  addPendingReply: {
    method: 'POST',
    path: '/api/threads/{id}/pending-replies',
    tag: 'Dashboard',
    summary: 'Write a reply to be sent later',
    action: 'writePendingComments',
    internal: true,
    errors: ['conflict'],
    params: idParams('thread'),
    body: ReplyBody,
    responses: { 201: PendingComment },
  },

  editPendingComment: {
    method: 'PATCH',
    path: '/api/pending-comments/{id}',
    tag: 'Dashboard',
    summary: 'Change the text and the images of a comment that is not sent yet',
    action: 'writePendingComments',
    internal: true,
    params: idParams('pendingComment'),
    body: z.object({ body: commentBody, ...changedImages }).meta({ id: 'EditPendingComment' }),
    responses: { 200: PendingComment },
  },

  discardPendingComment: {
    method: 'DELETE',
    path: '/api/pending-comments/{id}',
    tag: 'Dashboard',
    summary: 'Delete a comment that is not sent yet',
    action: 'writePendingComments',
    internal: true,
    params: idParams('pendingComment'),
    responses: { 204: null },
  },

  submitReview: {
    method: 'POST',
    path: '/api/reviews/{id}/submit',
    tag: 'Dashboard',
    summary: 'Send pending comments together, optionally with a comment on the review and a verdict',
    action: 'writePendingComments',
    internal: true,
    errors: ['conflict'],
    params: idParams('review'),
    body: SubmitReviewBody,
    responses: { 200: SubmittedReview },
  },
})
