import { z } from 'zod'
import { GeometryInput, ShapesInput, threadKinds } from './geometry'
import { commentBody, id, idParams, optional, requiredText } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { mebibytes } from './kit/sizes'
import { reactionEmojis } from './reaction'
import { threadLabels, threadStatuses } from './review-status'
import {
  AddressedThread,
  changedImages,
  CommentImage,
  CreateThreadBody,
  ReplyBody,
  Thread,
  ThreadResponse,
  threadFields,
} from './thread'

const AnnotateArtifactBody = z
  .object({
    kind: z.enum(threadKinds).default('point'),
    ...threadFields,
  })
  .meta({ id: 'AnnotateArtifact' })

const optionalComment = z.object({ body: optional(commentBody) })

/** Operations that create, edit, resolve and delete threads and comments. */
export const threadOperations = operations({
  createThread: {
    method: 'POST',
    path: '/v1/reviews/{id}/threads',
    tag: 'Feedback',
    summary: 'Start a thread on a review or on one of its artifacts',
    action: 'comment',
    params: idParams('review'),
    body: CreateThreadBody,
    example: { kind: 'review', body: 'Only the cart changed.' },
    errors: ['conflict'],
    responses: { 201: ThreadResponse },
  },

  annotateArtifact: {
    method: 'POST',
    path: '/v1/artifacts/{id}/annotations',
    tag: 'Feedback',
    summary: 'Start a thread on an artifact',
    action: 'comment',
    params: idParams('artifact'),
    body: AnnotateArtifactBody,
    example: {
      kind: 'rectangle',
      geometry: { x: 0.62, y: 0.3, width: 0.2, height: 0.08 },
      body: 'Is this the right color?',
    },
    errors: ['conflict'],
    responses: { 201: ThreadResponse },
  },

  replyToThread: {
    method: 'POST',
    path: '/v1/threads/{id}/replies',
    tag: 'Feedback',
    summary: 'Reply to a thread',
    description:
      'Does not change the status. Not idempotent: if you do not know whether a call succeeded, read the ' +
      'thread before you repeat it.',
    action: 'comment',
    params: idParams('thread'),
    body: ReplyBody,
    example: { body: 'Looking.' },
    mcp: {
      name: 'reply_to_thread',
      description: 'Reply to a comment, to ask or to explain. It does not mark the thread addressed.',
      id: 'threadId',
    },
    errors: ['conflict'],
    responses: { 201: ThreadResponse },
  },

  uploadCommentImage: {
    method: 'POST',
    path: '/v1/reviews/{id}/comment-images',
    tag: 'Feedback',
    summary: 'Send an image for a comment',
    description:
      `A PNG, JPEG, WebP, GIF or AVIF of at most ${mebibytes(limits.commentImageBytes)}, ` +
      'which is stored without metadata. Send its id in `imageIds` of a comment or a reply within a day, ' +
      'or it is deleted.',
    action: 'comment',
    params: idParams('review'),
    query: z.object({
      name: optional(requiredText(limits.commentImageName)).meta({
        description: 'The name of the file, which should say what the image shows. Default: `image`.',
      }),
    }),
    rawRequest: { raw: 'application/octet-stream', isPicture: true, description: 'The image itself.' },
    errors: ['conflict', 'too_large', 'invalid_request'],
    responses: { 201: CommentImage },
  },

  addressThread: {
    method: 'POST',
    path: '/v1/threads/{id}/address',
    tag: 'Feedback',
    summary: 'Mark a thread addressed',
    description: 'A resolved thread stays resolved. Only people can resolve threads.',
    action: 'comment',
    params: idParams('thread'),
    bodyOptional: true,
    body: optionalComment
      .extend({
        once: z
          .boolean()
          .nullish()
          .meta({
            description:
              'Whether a repeated call adds no second comment: none is added if the thread is addressed or ' +
              'resolved, and its last comment is by an agent and has this text.',
          }),
      })
      .meta({ id: 'AddressThread' }),
    example: { body: 'Fixed in revision 2.' },
    mcp: {
      name: 'mark_addressed',
      description:
        'Mark a comment addressed that needs no new picture; send_evidence answers the others. Say what ' +
        'changed in body. A person checks and resolves it.',
      id: 'threadId',
      defaults: { once: true },
    },
    errors: ['conflict'],
    responses: { 200: AddressedThread },
  },

  claimThread: {
    method: 'POST',
    path: '/v1/threads/{id}/claim',
    tag: 'Feedback',
    summary: 'Say that you work on a thread',
    description:
      'People and other agents then see your name for ten minutes: call it again to go on. Replies and new ' +
      'evidence in the review extend it, and addressing the thread ends it. 409 if another agent works on ' +
      'the thread, or if it is not open.',
    action: 'claimThreads',
    params: idParams('thread'),
    bodyOptional: true,
    body: z
      .object({
        release: z.boolean().default(false).meta({ description: 'Ends your own claim instead.' }),
      })
      .meta({ id: 'ClaimThread' }),
    example: {},
    errors: ['conflict'],
    responses: { 200: ThreadResponse },
  },

  resolveThread: {
    method: 'POST',
    path: '/v1/threads/{id}/resolve',
    tag: 'Feedback',
    summary: 'Resolve or reopen a thread (people only)',
    action: 'resolve',
    params: idParams('thread'),
    bodyOptional: true,
    body: optionalComment
      .extend({ status: z.enum(['resolved', 'open']).default('resolved') })
      .meta({ id: 'ResolveThread' }),
    example: { status: 'resolved' },
    errors: ['conflict'],
    responses: { 200: ThreadResponse },
  },

  editThread: {
    method: 'PATCH',
    path: '/api/threads/{id}',
    tag: 'Dashboard',
    summary: 'Move the shapes of a thread, or set its status or label',
    action: 'resolve',
    internal: true,
    params: idParams('thread'),
    body: z
      .object({
        status: optional(z.enum(threadStatuses)),
        label: z.enum(threadLabels).nullish().meta({ description: 'null removes the label.' }),
        geometry: optional(GeometryInput),
        shapes: optional(ShapesInput),
      })
      .refine(
        body => Object.values(body).some(value => value !== undefined),
        'must have status, label, geometry or shapes',
      )
      .meta({ id: 'EditThread' }),
    errors: ['conflict'],
    responses: { 200: ThreadResponse },
  },

  attachFrame: {
    method: 'PUT',
    path: '/api/threads/{id}/frame',
    tag: 'Dashboard',
    summary: 'Attach the frame of a video that a comment is about',
    description:
      'Sent by the author, or by anyone who may comment if the author is a guest or an agent. A frame is ' +
      `not replaced. A WebP, JPEG or PNG of at most ${mebibytes(limits.frameBytes)} and ` +
      `${limits.framePixels.toLocaleString('en')} pixels per side.`,
    action: 'editOwnComments',
    internal: true,
    params: idParams('thread'),
    rawRequest: { raw: 'application/octet-stream', isPicture: true, description: 'The image itself.' },
    errors: ['conflict', 'too_large', 'invalid_request'],
    responses: { 200: ThreadResponse },
  },

  deleteThread: {
    method: 'DELETE',
    path: '/api/threads/{id}',
    tag: 'Dashboard',
    summary: 'Delete a thread with its comments',
    action: 'editOwnComments',
    internal: true,
    params: idParams('thread'),
    responses: { 204: null },
  },

  deleteThreads: {
    method: 'POST',
    path: '/api/reviews/{id}/threads/delete',
    tag: 'Dashboard',
    summary: 'Delete several threads of a review with their comments',
    action: 'editOwnComments',
    internal: true,
    params: idParams('review'),
    body: z
      .object({ threadIds: z.array(id('thread')).min(1).max(limits.threadsAtOnce) })
      .meta({ id: 'DeleteThreads' }),
    responses: { 204: null },
  },

  setThreadStatuses: {
    method: 'POST',
    path: '/api/reviews/{id}/threads/status',
    tag: 'Dashboard',
    summary: 'Resolve or reopen several threads',
    action: 'resolve',
    internal: true,
    params: idParams('review'),
    body: z
      .object({
        threadIds: z.array(id('thread')).min(1).max(limits.threadsAtOnce),
        status: z.enum(threadStatuses),
      })
      .meta({ id: 'SetThreadStatuses' }),
    responses: {
      200: z.strictObject({ threads: z.array(Thread) }).meta({ id: 'ChangedThreads' }),
    },
  },

  editComment: {
    method: 'PATCH',
    path: '/api/comments/{id}',
    tag: 'Dashboard',
    summary: 'Change the text and images of your own comment',
    action: 'editOwnComments',
    internal: true,
    params: idParams('comment'),
    body: z.object({ body: commentBody, ...changedImages }).meta({ id: 'EditComment' }),
    errors: ['conflict'],
    responses: { 200: ThreadResponse },
  },

  setReaction: {
    method: 'PUT',
    path: '/api/comments/{id}/reactions',
    tag: 'Dashboard',
    summary: 'React to a comment with an emoji, or remove your reaction',
    description: 'Notifies no one. 409 if the comment has the maximum number of reactions with this emoji.',
    action: 'react',
    internal: true,
    params: idParams('comment'),
    body: z.object({ emoji: z.enum(reactionEmojis), reacted: z.boolean() }).meta({ id: 'SetReaction' }),
    errors: ['conflict'],
    responses: { 200: ThreadResponse },
  },

  deleteComment: {
    method: 'DELETE',
    path: '/api/comments/{id}',
    tag: 'Dashboard',
    summary: 'Delete a reply, or a thread without replies',
    action: 'editOwnComments',
    internal: true,
    errors: ['conflict'],
    params: idParams('comment'),
    responses: { 204: null },
  },
})
