import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import { db, writeUnguarded, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { forgeConnection, project, pullRequestQuestion, workspace } from '~~/server/db/schema'
import type { Busy } from '~~/server/outgoing/outbox-worker'
import { claimAt, whereDue } from './claim-updates'
import type { ConnectionRow } from './serialize'

/** A question in a pull request that this process has claimed and answers. */
export interface ClaimedQuestion {
  question: typeof pullRequestQuestion.$inferSelect
  connection: ConnectionRow
  workspaceId: string
}

const anyDue = prepared({ now: pullRequestQuestion.dueAt }, (executor, { now }) =>
  executor
    .select({ projectId: pullRequestQuestion.projectId })
    .from(pullRequestQuestion)
    .where(and(isNotNull(pullRequestQuestion.dueAt), lte(pullRequestQuestion.dueAt, now)))
    .limit(1),
)

const selectDue = (executor: Db, now: number, busy: Busy) =>
  executor
    .select({ question: pullRequestQuestion, connection: forgeConnection, workspaceId: project.workspaceId })
    .from(pullRequestQuestion)
    .innerJoin(forgeConnection, eq(forgeConnection.projectId, pullRequestQuestion.projectId))
    .innerJoin(project, eq(project.id, pullRequestQuestion.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
    .where(whereDue(pullRequestQuestion, now, busy))
    .orderBy(asc(pullRequestQuestion.dueAt), asc(pullRequestQuestion.projectId))

/** Claims due questions, oldest first, in the same way as `claimUpdates` claims updates. */
export async function claimQuestions(limit: number, except: Busy): Promise<ClaimedQuestion[]> {
  const now = Date.now()
  const any = await anyDue(db, { now })
  if (any.length === 0 || (await selectDue(db, now, except).limit(1)).length === 0) return []
  return writeUnguarded(async tx => {
    const claimed: ClaimedQuestion[] = []
    for (const { question, ...due } of await selectDue(tx, now, except).limit(limit)) {
      const claim = claimAt(now, question)
      await tx.update(pullRequestQuestion).set(claim).where(whereQuestion(question))
      claimed.push({ question: { ...question, ...claim }, ...due })
    }
    return claimed
  })
}

/** Returns the condition that selects the row of a question. */
export const whereQuestion = ({ projectId, pullRequest }: ClaimedQuestion['question']) =>
  and(eq(pullRequestQuestion.projectId, projectId), eq(pullRequestQuestion.pullRequest, pullRequest))
