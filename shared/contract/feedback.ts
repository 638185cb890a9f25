import { z } from 'zod'
import { NextAction } from '../review/next-action'
import { id, idParams, ThreadCounts } from './kit/fields'
import { limits } from './kit/limits'
import { untrusted, untrustedField } from './kit/untrusted'
import { operations } from './kit/operation'
import { markedPicture, pictureWidth } from './picture'
import { reviewStatuses, threadStatuses } from './review-status'
import { CompactThread, Thread, ThreadResponse } from './thread'

/** Returns the schema of a whole number from 0 to `max` in a query. */
const wholeNumber = (max: number) =>
  z.coerce
    .number()
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(max, `must be at most ${max}`)

/**
 * The schema of a cursor. A cursor is the version of the review up to which a client has read the changes.
 */
const cursor = z.string().regex(/^\d{1,15}$/, 'must be the cursor of an earlier response')

/** The schema of the parameter `size`: the maximum number of characters of the threads in a response. */
export const feedbackSize = z.coerce
  .number()
  .int('must be a whole number')
  .min(limits.feedbackSizeMin, `must be ${limits.feedbackSizeMin} or more`)
  .max(limits.feedbackSizeMax, `must be at most ${limits.feedbackSizeMax}`)

const size = feedbackSize.default(limits.feedbackSize).meta({
  description:
    'The maximum number of characters of threads, as JSON: the threads that were changed first. To read ' +
    'the others, send `cursor` as `since`. Threads that were changed together are in one response.',
})
const more = z
  .literal(true)
  .optional()
  .meta({ description: 'More threads exist than fit `size`: to read them, send `cursor` as `since`.' })

/** The schema of the parameter `fields`: the form of the threads in a response. */
const fields = z.enum(['all', 'compact']).default('all').meta({
  description:
    '`compact`: each thread has what an agent needs to answer it, in about a third of the characters.',
})
const threads = z.array(z.union([Thread, CompactThread]))

const decisionComment = z
  .string()
  .nullable()
  .meta({
    description: 'The comment of the person who set the status of the review.',
    ...untrusted,
  })

/**
 * The warnings about parameters that were ignored, for operations with `warnsOfIgnored`. The HTTP layer adds
 * them to the result.
 */
const warnings = z
  .array(z.string())
  .optional()
  .meta({ description: 'Sent parameters that were ignored. Missing if there are none.' })

/** The operations that read threads or wait for changes to them. */
export const feedbackOperations = operations({
  listThreads: {
    method: 'GET',
    path: '/v1/reviews/{id}/threads',
    tag: 'Feedback',
    summary: 'Read the feedback of a review',
    action: 'readFeedback',
    params: idParams('review'),
    query: z.object({
      status: z.enum([...threadStatuses, 'all']).default('open'),
      since: cursor.optional().meta({
        description:
          'The `cursor` of an earlier list or wait: lists only threads that anyone changed after it. ' +
          'With `status=all`, also threads that were addressed or resolved since.',
      }),
      size,
      fields,
      format: z.enum(['json', 'text']).default('json'),
    }),
    hasEtag: true,
    textResponse: {
      raw: 'text/markdown',
      description: 'The compact threads as a Markdown list, with `format=text` or by the Accept header.',
    },
    warnsOfIgnored: true,
    mcp: {
      name: 'read_feedback',
      description:
        'Read the open comments of people on a review, each with the spot or moment that it marks, when ' +
        'you join it later.',
      id: 'reviewId',
      omit: ['format'],
      defaults: { size: limits.toolFeedbackSize, fields: 'compact' },
    },
    responses: {
      200: z
        .strictObject({
          ...untrustedField,
          reviewId: id('review'),
          status: z.enum([...threadStatuses, 'all']).meta({
            description: 'The status of the listed threads, from the query; not the status of the review.',
          }),
          reviewStatus: z.enum(reviewStatuses),
          decisionComment,
          cursor: z.string().meta({ description: 'Send it as `since` of the next list or wait.' }),
          count: z.int(),
          threads,
          more,
          nextAction: NextAction,
          counts: ThreadCounts,
          warnings,
        })
        .meta({ id: 'ThreadList' }),
    },
  },

  readFirstThreads: {
    method: 'GET',
    path: '/api/reviews/{id}/threads',
    tag: 'Dashboard',
    summary: 'Read the threads that the page of a review shows first',
    action: 'readFeedback',
    internal: true,
    params: idParams('review'),
    query: z.object({
      size: feedbackSize.default(limits.feedbackSize).meta({
        description:
          'The maximum number of characters of threads, as JSON: addressed threads first, then open ones.',
      }),
    }),
    hasEtag: true,
    responses: {
      200: z
        .strictObject({
          reviewId: id('review'),
          threads: z.array(Thread),
          more: z.literal(true).optional().meta({ description: 'More threads exist than fit `size`.' }),
        })
        .meta({ id: 'FirstThreads' }),
    },
  },

  waitForFeedback: {
    method: 'GET',
    path: '/v1/reviews/{id}/wait',
    tag: 'Feedback',
    summary: 'Wait until someone else comments or decides',
    description:
      'Responds when there is news: right after a verdict, or `gather` seconds after a comment, with all ' +
      'comments until then. Without news it responds after `seconds`; call it again with the ' +
      '`cursor` of the response. Changes by the caller are not news.',
    action: 'readFeedback',
    waits: true,
    textResponse: {
      raw: 'text/markdown',
      description: 'what to do next, the compact threads and where to wait on, if `Accept` asks for it.',
    },
    warnsOfIgnored: true,
    mcp: {
      name: 'wait_for_feedback',
      description:
        'Wait until a person comments on a review or decides about it. Without news it returns after a ' +
        'while with changed false: call it again with its cursor as since, until nextAction is done or stop.',
      id: 'reviewId',
      defaults: { size: limits.toolFeedbackSize, fields: 'compact' },
      ownDefaults: {
        seconds:
          `How long to wait. Default: ${limits.toolWaitSeconds}, or ` +
          `${limits.toolWaitSecondsWithProgress} for a client that asks for progress.`,
      },
    },
    errors: ['rate_limited'],
    params: idParams('review'),
    query: z.object({
      since: cursor.optional().meta({
        description:
          'The `cursor` of an earlier response. Without it, waits for news since the last change by the ' +
          'caller, or since an earlier open comment that no agent has replied to.',
      }),
      seconds: wholeNumber(limits.waitSeconds).default(limits.waitSeconds),
      gather: wholeNumber(limits.gatherSeconds)
        .default(limits.gatherSecondsDefault)
        .meta({ description: 'The number of seconds to wait for more comments after the first.' }),
      size,
      fields,
    }),
    responses: {
      200: z
        .strictObject({
          ...untrustedField,
          reviewId: id('review'),
          cursor: z.string(),
          changed: z.boolean().meta({ description: 'Whether there was news.' }),
          status: z.enum([...reviewStatuses, 'deleted']),
          decisionComment,
          nextAction: NextAction,
          counts: ThreadCounts,
          threads: threads.meta({ description: 'The threads with news.' }),
          more,
          warnings,
        })
        .meta({ id: 'FeedbackNews' }),
    },
  },

  readThread: {
    method: 'GET',
    path: '/v1/threads/{id}',
    tag: 'Feedback',
    summary: 'Read a thread with its comments',
    action: 'readFeedback',
    params: idParams('thread'),
    responses: { 200: ThreadResponse },
  },

  readThreadPicture: {
    method: 'GET',
    path: '/v1/threads/{id}/picture',
    tag: 'Feedback',
    summary: 'Read a picture of the marked part of the image',
    description:
      'Shows the mark on the revision that the thread is pinned to. For a video, shows it on the frame ' +
      'that its author saw (`hasFrame`), or the poster without the mark. `on=latest` shows the same part ' +
      'of the latest revision, without the mark. `on=both` shows the two side by side, the latest on the ' +
      'right, with "before" and "after" below; it responds with 409 if the artifact has no later revision. ' +
      'For a video, `latest` and `both` show posters.',
    action: 'readFeedback',
    params: idParams('thread'),
    query: z.object({ w: pictureWidth, on: z.enum(['pinned', 'latest', 'both']).default('pinned') }),
    mcp: {
      name: 'view_mark',
      description:
        'See what comments point at: the marked part of the image, or of the frame of a video that the ' +
        'browser of frameBy sent, with the mark. With on=latest, the same part of the newest revision; ' +
        'with on=both, before and after side by side, to check a fix.',
      id: 'threadId',
      ids: { name: 'threadIds', max: limits.viewedMarks },
    },
    errors: ['conflict'],
    responses: { 200: markedPicture },
  },
})
