import { z } from 'zod'
import { NextAction } from '../review/next-action'
import { id, idParams, ThreadCounts } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { markedPicture, pictureWidth } from './picture'
import { reviewStatuses, threadStatuses } from './review-status'
import { Thread } from './thread'

/** A number of seconds in a query. */
const wholeNumber = (max: number) =>
  z.coerce
    .number()
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(max, `must be at most ${max}`)

/** A version of a review: what a client has read. */
const cursor = z.string().regex(/^\d{1,15}$/, 'must be the cursor of an earlier response')

/** How many characters of threads a response has at most. */
export const feedbackSize = z.coerce
  .number()
  .int('must be a whole number')
  .min(limits.feedbackSizeMin, `must be ${limits.feedbackSizeMin} or more`)
  .max(limits.feedbackSizeMax, `must be at most ${limits.feedbackSizeMax}`)

const size = feedbackSize.default(limits.feedbackSize).meta({
  description:
    'At most this many characters of threads, as JSON: those that were changed first. The rest follows ' +
    'with `since` = `cursor`. Threads that were changed together are not parted.',
})
const more = z
  .literal(true)
  .optional()
  .meta({ description: 'Threads are left out for `size`: read on with `since` = `cursor`.' })

const decisionComment = z.string().nullable().meta({
  description: 'What the person who set the status of the review wrote with it: untrusted text.',
})

/** Of an operation with `warnsOfIgnored`. The transport adds them. */
const warnings = z
  .array(z.string())
  .optional()
  .meta({ description: 'Parameters that were sent and ignored; left out without any.' })

/** Reading threads and waiting for them. */
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
          'The `cursor` of an earlier list or wait: only threads that were changed after it, by anybody. ' +
          'With `status=all` it shows those that were addressed or resolved since too.',
      }),
      size,
    }),
    hasEtag: true,
    warnsOfIgnored: true,
    mcp: {
      name: 'read_feedback',
      description:
        'Read the comments of people on a review, each with the spot or moment that it marks. Do this ' +
        'before changing anything and after waiting for a review. With more, call it again with its cursor ' +
        'as since.',
      id: 'reviewId',
      defaults: { size: limits.toolFeedbackSize },
    },
    responses: {
      200: z
        .strictObject({
          reviewId: id('review'),
          status: z.enum([...threadStatuses, 'all']).meta({
            description: 'Which threads are listed, as in the query; not the status of the review.',
          }),
          reviewStatus: z.enum(reviewStatuses),
          decisionComment,
          cursor: z.string().meta({ description: 'For `since` of the next list or wait.' }),
          count: z.int(),
          threads: z.array(Thread),
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
      size: feedbackSize.meta({
        description: 'At most this many characters of threads, as JSON: open ones before the others.',
      }),
    }),
    hasEtag: true,
    responses: {
      200: z
        .strictObject({
          reviewId: id('review'),
          threads: z.array(Thread),
          more: z.literal(true).optional().meta({ description: 'Threads are left out for `size`.' }),
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
      'Responds at once if there is news, else as soon as there is: a verdict at once, comments after ' +
      '`gather` seconds without waiting for each. Without news it responds after `seconds`; call it again ' +
      'with the `cursor` of the response. What the caller did itself is not news.',
    action: 'readFeedback',
    waits: true,
    warnsOfIgnored: true,
    mcp: {
      name: 'wait_for_feedback',
      description:
        'Wait until a person comments on a review or decides about it. Without news it returns after a ' +
        'while with changed false: call it again with its cursor as since, until nextAction is done or stop.',
      id: 'reviewId',
      defaults: { size: limits.toolFeedbackSize },
      ownDefaults: {
        seconds:
          `How long to wait. When left out ${limits.toolWaitSeconds}, or ` +
          `${limits.toolWaitSecondsWithProgress} for a client that asks for progress.`,
      },
    },
    errors: ['rate_limited'],
    params: idParams('review'),
    query: z.object({
      since: cursor.optional().meta({
        description:
          'The `cursor` of an earlier response. Without it, from the last act of the caller, or from the ' +
          'first open comment before it that no agent has replied to.',
      }),
      seconds: wholeNumber(limits.waitSeconds).default(limits.waitSeconds),
      gather: wholeNumber(limits.gatherSeconds)
        .default(limits.gatherSecondsDefault)
        .meta({ description: 'Seconds in which further comments join the first.' }),
      size,
    }),
    responses: {
      200: z
        .strictObject({
          reviewId: id('review'),
          cursor: z.string(),
          changed: z.boolean().meta({ description: 'Whether there was news.' }),
          status: z.enum([...reviewStatuses, 'deleted']),
          decisionComment,
          nextAction: NextAction,
          counts: ThreadCounts,
          threads: z.array(Thread).meta({ description: 'The threads with news, whole.' }),
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
    responses: { 200: Thread },
  },

  readThreadPicture: {
    method: 'GET',
    path: '/v1/threads/{id}/picture',
    tag: 'Feedback',
    summary: 'See what a thread is about: the marked part of the image',
    description:
      'Drawn on the revision that the thread is pinned to; of a video, on the frame that its author ' +
      'saw (`hasFrame`), else the poster without the mark. With `on=latest` the same part of the latest ' +
      'revision, without the mark. With `on=both` one beside the other, the latest on the right, with ' +
      '"before" and "after" below; 409 while the artifact has no later revision. Of a video, both show ' +
      'posters.',
    action: 'readFeedback',
    params: idParams('thread'),
    query: z.object({ w: pictureWidth, on: z.enum(['pinned', 'latest', 'both']).default('pinned') }),
    mcp: {
      name: 'view_mark',
      description:
        'See what a comment points at: the marked part of the image, or of the frame of a video that the ' +
        'browser of frameBy sent, with the mark. With on=latest, the same part of the newest revision; ' +
        'with on=both, before and after side by side, to check a fix.',
      id: 'threadId',
    },
    errors: ['conflict'],
    responses: { 200: markedPicture },
  },
})
