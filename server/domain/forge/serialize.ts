import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { ForgeConnection } from '#shared/contract/forge'
import { iso, isoOrNull } from '#shared/time'
import type { Db } from '~~/server/db'
import {
  forgeConnection,
  project,
  pullRequestQuestion,
  pullRequestUpdate,
  review,
  user,
} from '~~/server/db/schema'

export type ConnectionRow = typeof forgeConnection.$inferSelect
export type UpdateRow = typeof pullRequestUpdate.$inferSelect

/** The maximum number of failed updates and failed answers that are shown for a project. */
const MAX_PROBLEMS = 5

/**
 * Returns the connections of a workspace, or only the connection of the given project, without their tokens.
 */
export async function readConnections(
  executor: Db,
  workspaceId: string,
  projectId?: string,
): Promise<ForgeConnection[]> {
  const rows = await executor
    .select({ connection: forgeConnection, creator: user.name })
    .from(forgeConnection)
    .innerJoin(project, eq(project.id, forgeConnection.projectId))
    .leftJoin(user, eq(user.id, forgeConnection.createdBy))
    .where(
      and(
        eq(project.workspaceId, workspaceId),
        projectId === undefined ? undefined : eq(project.id, projectId),
      ),
    )
    .orderBy(project.name, project.id)
  const connections: ForgeConnection[] = []
  for (const { connection, creator } of rows)
    connections.push(serialize(connection, creator, await readProblems(executor, connection)))
  return connections
}

function serialize(
  row: ConnectionRow,
  creator: string | null,
  problems: ForgeConnection['problems'],
  now = Date.now(),
): ForgeConnection {
  const { projectId, kind, apiUrl, repository, tokenHint, pictures, pausedUntil } = row
  return {
    projectId,
    kind,
    apiUrl,
    repository,
    tokenHint,
    pictures,
    answers: row.webhookSecret !== null,
    pausedUntil: isoOrNull(pausedUntil !== null && pausedUntil > now ? pausedUntil : null),
    lastWrittenAt: isoOrNull(row.lastWrittenAt),
    problems,
    createdAt: iso(row.createdAt),
    createdBy: creator,
  }
}

async function readProblems(
  executor: Db,
  { projectId, repository }: ConnectionRow,
): Promise<ForgeConnection['problems']> {
  const updates = await executor
    .select({
      reviewId: review.id,
      title: review.title,
      error: pullRequestUpdate.error,
      at: pullRequestUpdate.errorAt,
    })
    .from(pullRequestUpdate)
    .innerJoin(review, eq(review.id, pullRequestUpdate.reviewId))
    .where(and(eq(pullRequestUpdate.projectId, projectId), isNotNull(pullRequestUpdate.error)))
    .orderBy(desc(pullRequestUpdate.errorAt), desc(review.id))
    .limit(MAX_PROBLEMS)
  const questions = pullRequestQuestion
  const answers = await executor
    .select({ number: questions.pullRequest, error: questions.error, at: questions.errorAt })
    .from(questions)
    .where(and(eq(questions.projectId, projectId), isNotNull(questions.error)))
    .orderBy(desc(questions.errorAt), desc(questions.pullRequest))
    .limit(MAX_PROBLEMS)
  const unanswered = answers.map(({ number, ...each }) => ({
    ...each,
    reviewId: null,
    title: `${repository}#${number}`,
  }))
  return [...updates, ...unanswered]
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
    .slice(0, MAX_PROBLEMS)
    .map(({ error, at, ...each }) => ({ ...each, error: error ?? '', at: iso(at ?? 0) }))
}
