import { sql } from 'drizzle-orm'
import { forgeKinds } from '../../../shared/forge/dialects'
import type { Kit } from './kit'
import type { Reviews } from './reviews'

/**
 * Defines the tables of repositories whose pull requests show the reviews of a project, and of updates to
 * pull requests.
 */
export function defineForges(kit: Kit, { project, review }: Reviews) {
  const { table, text, int, bool, time, oneOf, index } = kit

  const forgeConnection = table('forge_connection', {
    projectId: text('project_id')
      .primaryKey()
      .references(() => project.id, { onDelete: 'cascade' }),
    kind: oneOf('kind', forgeKinds).notNull(),
    apiUrl: text('api_url').notNull(),
    repository: text('repository').notNull(),
    /** Encrypted: see server/domain/forge/forge-token.ts. */
    token: text('token').notNull(),
    /** The last characters of the token, by which people recognise it. */
    tokenHint: text('token_hint').notNull(),
    /** Whether the comments show pictures, to everyone who can read the pull request. */
    pictures: bool('pictures').notNull(),
    /** Nothing is sent before this time: the forge limits the rate. */
    pausedUntil: time('paused_until'),
    lastWrittenAt: time('last_written_at'),
    createdAt: time('created_at').notNull(),
    createdBy: text('created_by'),
  })

  /** The outbox: one row for each review that a pull request shows, with the last update. */
  const pullRequestUpdate = table(
    'pull_request_update',
    {
      reviewId: text('review_id')
        .primaryKey()
        .references(() => review.id, { onDelete: 'cascade' }),
      projectId: text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** Increases with every change that must be written. */
      changes: int('changes').notNull(),
      /** The number of attempts since the last success or change. */
      attempt: int('attempt').notNull(),
      /** When to write; null if the pull request shows the present state, or cannot show it. */
      dueAt: time('due_at'),
      /** Until this time, one process has claimed the update. */
      claimedUntil: time('claimed_until'),
      /** The number of the pull request that the fields below are about; null before the first attempt. */
      pullRequest: int('pull_request'),
      /** Text, since the ids of forges have more than 32 bits. */
      commentId: text('comment_id'),
      /** Whether a person deleted the comment: it is not written again. */
      commentDeleted: bool('comment_deleted').notNull(),
      /** The commit and its last status. */
      status: text('status'),
      /** Why the last attempt failed. */
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

  return { forgeConnection, pullRequestUpdate }
}
