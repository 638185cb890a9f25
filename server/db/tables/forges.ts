import { sql } from 'drizzle-orm'
import { forgeKinds } from '../../../shared/forge/dialects'
import type { Kit } from './kit'
import type { Reviews } from './reviews'

/**
 * Defines the tables of connections to repositories, of updates to pull requests, and of questions in their
 * comments. The pull requests of a connected repository show the reviews of a project.
 */
export function defineForges(kit: Kit, { project, review }: Reviews) {
  const { table, text, int, size, bool, time, oneOf, index, primaryKey } = kit

  const forgeConnection = table('forge_connection', {
    projectId: text('project_id')
      .primaryKey()
      .references(() => project.id, { onDelete: 'cascade' }),
    kind: oneOf('kind', forgeKinds).notNull(),
    apiUrl: text('api_url').notNull(),
    repository: text('repository').notNull(),
    /** The encrypted access token: see server/domain/forge/forge-token.ts. */
    token: text('token').notNull(),
    /** The last characters of the token, by which people recognize it. */
    tokenHint: text('token_hint').notNull(),
    /**
     * Whether the comments in pull requests contain the pictures of the evidence. If so, everyone who can
     * read a pull request sees its pictures.
     */
    pictures: bool('pictures').notNull(),
    /**
     * The encrypted secret of the webhook with which the forge sends comments; null as long as no person has
     * created it.
     */
    webhookSecret: text('webhook_secret'),
    /** No request is sent before this time, because the forge limits the rate. */
    pausedUntil: time('paused_until'),
    lastWrittenAt: time('last_written_at'),
    createdAt: time('created_at').notNull(),
    createdBy: text('created_by'),
  })

  /**
   * The outbox of updates: one row for each review that is shown in a pull request, with the result of the
   * last update.
   */
  const pullRequestUpdate = table(
    'pull_request_update',
    {
      reviewId: text('review_id')
        .primaryKey()
        .references(() => review.id, { onDelete: 'cascade' }),
      projectId: text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** The number of changes to the review that had to be written to the pull request. */
      changes: int('changes').notNull(),
      /**
       * The number of the changes in `changes` that the pull request shows; null before the first success.
       */
      written: int('written'),
      /** The number of attempts to update the pull request since the last success or change. */
      attempt: int('attempt').notNull(),
      /**
       * When the next update is due; null if the pull request shows the current state of the review, or
       * cannot show it. It is set for an open pull request too, if merging it accepts evidence.
       */
      dueAt: time('due_at'),
      /** The end of the lease of the process that has claimed the update. */
      claimedUntil: time('claimed_until'),
      /**
       * The number of the pull request that the following columns are about; null before the first attempt.
       */
      pullRequest: int('pull_request'),
      /**
       * The id of the comment about the review. It is a text, since the ids of some forges have more than 32
       * bits.
       */
      commentId: text('comment_id'),
      /** Whether a person deleted the comment about the review. A deleted comment is not written again. */
      commentDeleted: bool('comment_deleted').notNull(),
      /** The commit and the status that was last set for it, as one text. */
      status: text('status'),
      /** The reason why the last attempt to update the pull request failed. */
      error: text('error'),
      errorAt: time('error_at'),
    },
    row => [
      index('pull_request_update_due')
        .on(row.dueAt)
        .where(sql`due_at is not null`),
      index('pull_request_update_project').on(row.projectId),
    ],
  )

  /**
   * The outbox of answers: one row for each pull request in which a comment has asked for the state of its
   * reviews.
   */
  const pullRequestQuestion = table(
    'pull_request_question',
    {
      projectId: text('project_id')
        .notNull()
        .references(() => forgeConnection.projectId, { onDelete: 'cascade' }),
      /** The number of the pull request. */
      pullRequest: int('pull_request').notNull(),
      /**
       * The id of the last comment that asked. The ids of a forge ascend, so a comment with this or a lower
       * id is a repeated or late delivery.
       */
      commentId: size('comment_id').notNull(),
      /** The number of attempts to answer the comment with this id. */
      attempt: int('attempt').notNull(),
      /** When the next attempt is due; null after the answer, and after an error that a person must fix. */
      dueAt: time('due_at'),
      /** The end of the lease of the process that has claimed the question. */
      claimedUntil: time('claimed_until'),
      /** The reason why the last attempt to answer the comment failed. */
      error: text('error'),
      errorAt: time('error_at'),
    },
    row => [
      primaryKey({ columns: [row.projectId, row.pullRequest] }),
      index('pull_request_question_due')
        .on(row.dueAt)
        .where(sql`due_at is not null`),
    ],
  )

  return { forgeConnection, pullRequestUpdate, pullRequestQuestion }
}
