import { z } from 'zod'
import { Artifact } from './artifact'
import {
  address,
  id,
  idParams,
  optional,
  repository,
  requiredText,
  text,
  ThreadCounts,
  timestamp,
} from './kit/fields'
import { limits } from './kit/limits'
import { untrusted, untrustedField } from './kit/untrusted'
import { changeEvents, operations } from './kit/operation'
import { reviewStatuses } from './review-status'
import { Reviewer } from './reviewer'

export const Review = z
  .strictObject({
    id: id('review'),
    title: z.string(),
    status: z
      .enum(reviewStatuses)
      .meta({ description: 'The verdict. Only people set it, from any value to any other.' }),
    url: address.meta({ description: 'The page for people of the workspace.' }),
    externalRef: z.string().nullable(),
    prRef: z.string().nullable(),
    branch: z.string().nullable(),
    commit: z.string().nullable(),
    referencesChangedAt: timestamp.nullable().meta({
      description:
        'When it last began to name another commit or pull request, which makes a verdict outdated.',
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
    decidedAt: timestamp
      .nullable()
      .meta({ description: 'When a human set the present status; null before the first verdict.' }),
    decidedBy: z.string().nullable().meta({ description: 'The name of the person who set it.' }),
    decisionComment: z
      .string()
      .nullable()
      .meta({
        description: 'The comment of that person; null for none, and without `feedback:read`.',
        ...untrusted,
      }),
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof Review>

export const Round = z
  .strictObject({
    id: id('round'),
    number: z.int().min(1),
    summary: z.string().meta({ description: 'Empty when none was given.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Round' })
export type Round = z.infer<typeof Round>

const payload = {
  review: Review,
  project: z.strictObject({ id: id('project'), name: z.string(), workspaceId: id('workspace') }),
  artifacts: z.array(Artifact),
  threadCounts: ThreadCounts,
  markdown: z.string(),
}

export const CreatedReview = z
  .strictObject({ ...untrustedField, reused: z.boolean(), ...payload })
  .meta({ id: 'CreatedReview' })
export type CreatedReview = z.infer<typeof CreatedReview>

export const ReviewPayload = z
  .strictObject({
    ...untrustedField,
    ...payload,
    rounds: z.array(Round),
    reviewers: z
      .array(Reviewer)
      .meta({ description: 'Those who were requested first, then others who decided.' }),
    seenItemIds: z
      .array(z.string())
      .optional()
      .meta({ description: 'Personal; for signed-in members only.' }),
  })
  .meta({ id: 'ReviewPayload' })
export type ReviewPayload = z.infer<typeof ReviewPayload>

const UpdatedReview = Review.extend({
  ...untrustedField,
  markdown: payload.markdown.meta({ description: 'All evidence of the review, for the pull request.' }),
}).meta({ id: 'UpdatedReview' })
export type UpdatedReview = z.infer<typeof UpdatedReview>

/** The descriptions of the fields `externalRef` and `prRef`, for each operation that creates a review. */
export const externalRefMeaning =
  'A stable reference: all calls with it use one review of the project. Best the branch, known before ' +
  'the pull request is. A pull request is found in whatever form it is named: its address, ' +
  '`acme/shop#77`, `#77` or `pr-77`. Stored as the first call sent it.'
export const prRefMeaning =
  'The pull request, as its address, `acme/shop#77` or `#77`. By default the one that `externalRef` names ' +
  'with its repository.'

const CreateReviewBody = z
  .object({
    title: requiredText(limits.title),
    projectId: optional(
      id('project').meta({
        description:
          'By default the project of the repository, which is created if there is none. Without ' +
          '`repository`, of the one in prRef or externalRef, or else the only project.',
      }),
    ),
    repository: optional(repository),
    prRef: text(limits.prRef).nullish().meta({ description: prRefMeaning }),
    branch: text(limits.branch).nullish(),
    commit: text(limits.commit).nullish(),
    externalRef: requiredText(limits.externalRef).nullish().meta({ description: externalRefMeaning }),
  })
  .meta({ id: 'CreateReview' })

const UpdateReviewBody = CreateReviewBody.pick({ prRef: true, branch: true, commit: true })
  .extend({ title: optional(requiredText(limits.title)) })
  .refine(
    body => Object.values(body).some(value => value !== undefined),
    'must have title, branch, commit or prRef',
  )
  .meta({ id: 'UpdateReview' })

/**
 * The query of a call that watches a review for changes. It states which version of the review the caller has
 * already read. If the review has changed since then, the server sends an event immediately.
 */
export const WatchQuery = z.object({
  since: timestamp
    .optional()
    .meta({ description: 'The `updatedAt` of the review as the caller has read it.' }),
})

/** The field of a verdict that says which evidence the person has seen. */
export const lastChangeAt = optional(timestamp).meta({
  description:
    'When the evidence, the commit or the pull request of the review last changed, as far as the caller ' +
    'knows: 409 `conflict` if it changed later. Without it, the verdict is about what is there.',
})

export const reviewOperations = operations({
  createReview: {
    method: 'POST',
    path: '/v1/reviews',
    tag: 'Reviews',
    summary: 'Create a review, or reuse the one with this externalRef',
    action: 'contribute',
    idempotent: true,
    body: CreateReviewBody,
    example: {
      title: 'Totals wrap on narrow screens',
      projectId: 'prj_01KA3V6Y8T2N5Q7R9W4X1Z0B3C',
      externalRef: 'pr-1284',
      branch: 'fix-totals',
      commit: '9f2c1ab',
    },
    errors: ['not_found', 'project_limit_reached', 'review_limit_reached'],
    mcp: {
      name: 'open_review',
      unlisted: true,
      description:
        'Open a review of one change, such as a pull request, for its screenshots and videos. An ' +
        'externalRef makes it repeatable: the review that has it is returned. Show its url to the person.',
    },
    responses: { 201: CreatedReview, 200: CreatedReview },
  },

  readReview: {
    method: 'GET',
    path: '/v1/reviews/{id}',
    tag: 'Reviews',
    summary: 'Read a review with its artifacts, revisions and counts',
    description: 'The capability addresses in it grant access: keep them private.',
    action: 'readReviews',
    params: idParams('review'),
    hasEtag: true,
    responses: { 200: ReviewPayload },
  },

  updateReview: {
    method: 'PATCH',
    path: '/v1/reviews/{id}',
    tag: 'Reviews',
    summary: 'Change title, branch, commit or pull request',
    description: 'Omitted fields stay; null removes a value.',
    action: 'contribute',
    params: idParams('review'),
    body: UpdateReviewBody,
    example: { commit: '4be81d0', prRef: '#1284' },
    responses: { 200: UpdatedReview },
  },

  watchReview: {
    method: 'GET',
    path: '/api/reviews/{id}/events',
    tag: 'Dashboard',
    summary: 'Stream the changes of a review',
    action: 'useDashboard',
    agentsCall: 'GET /v1/reviews/{id}/wait',
    internal: true,
    params: idParams('review'),
    query: WatchQuery,
    errors: ['rate_limited'],
    responses: { 200: changeEvents },
  },

  readReviewMarkdown: {
    method: 'GET',
    path: '/v1/reviews/{id}/markdown',
    tag: 'Reviews',
    summary: 'Read the Markdown of a review for a pull request',
    action: 'readReviews',
    params: idParams('review'),
    query: z.object({ format: z.enum(['json', 'text']).optional() }),
    hasEtag: true,
    mcp: {
      name: 'get_markdown',
      description: 'Get the Markdown that shows the latest evidence of a review in its pull request.',
      id: 'reviewId',
      omit: ['format'],
    },
    responses: {
      200: z
        .strictObject({
          reviewId: id('review'),
          url: address,
          markdown: z.string(),
          mediaExpiresAt: timestamp.nullable().meta({
            description: 'When a card replaces the first of these pictures; null if never.',
          }),
        })
        .meta({ id: 'ReviewMarkdown' }),
    },
    textResponse: { raw: 'text/markdown', description: 'The Markdown itself, with `format=text`.' },
  },

  decideReview: {
    method: 'POST',
    path: '/api/reviews/{id}/status',
    tag: 'Dashboard',
    summary: 'Set the verdict of a review',
    description:
      'Records it as the verdict of the caller too. If the project needs every requested reviewer, ' +
      '`verified` becomes the status of the review with the last of them.',
    action: 'decide',
    internal: true,
    params: idParams('review'),
    body: z.object({
      status: z.enum(reviewStatuses),
      comment: optional(requiredText(limits.commentBody)),
      lastChangeAt,
    }),
    errors: ['conflict'],
    responses: { 200: Review },
  },

  undoVerdict: {
    method: 'POST',
    path: '/api/reviews/{id}/status/undo',
    tag: 'Dashboard',
    summary: 'Withdraw the last verdict of the signed-in person on a review',
    description:
      'Restores what it replaced: the status of the review with its person, time and comment, and the ' +
      'previous verdict of the caller. Only while no verdict followed it.',
    action: 'decide',
    internal: true,
    errors: ['conflict'],
    params: idParams('review'),
    body: z.object({
      decidedAt: timestamp.meta({ description: 'When it was given, so that no other one is withdrawn.' }),
    }),
    responses: { 200: z.strictObject({ review: Review, reviewers: z.array(Reviewer) }) },
  },

  requestReviewers: {
    method: 'PUT',
    path: '/api/reviews/{id}/reviewers',
    tag: 'Dashboard',
    summary: 'Choose who is asked for a verdict on a review',
    action: 'requestReviewers',
    internal: true,
    params: idParams('review'),
    body: z.object({
      userIds: z
        .array(id('user'))
        .max(limits.requestedReviewers, `must have at most ${limits.requestedReviewers} people`),
    }),
    responses: { 200: z.strictObject({ reviewers: z.array(Reviewer) }) },
  },

  deleteReview: {
    method: 'DELETE',
    path: '/api/reviews/{id}',
    tag: 'Dashboard',
    summary: 'Delete a review with everything in it',
    action: 'deleteEvidence',
    internal: true,
    params: idParams('review'),
    responses: { 204: null },
  },
})
