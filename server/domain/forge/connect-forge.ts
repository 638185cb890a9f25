import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { ForgeConnection } from '#shared/contract/forge'
import { AppError, invalid } from '#shared/errors'
import { apiUrlOf, defaultApis } from '#shared/forge/pull-request-ref'
import type { HumanActor } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { db, write, type Db } from '~~/server/db'
import { forgeConnection, pullRequestQuestion, pullRequestUpdate } from '~~/server/db/schema'
import { assertAllowedUrl } from '~~/server/outgoing/allowed-url'
import { FairShare, fairShares } from '~~/server/process/fair-share'
import { takeShare } from '~~/server/metrics/refused-share'
import { checkConnection } from './check-connection'
import { hintOf, encryptToken, decryptToken } from './forge-token'
import { readConnections, type ConnectionRow } from './serialize'

/** The tests of connections that are running now. */
const tests = new FairShare()

/**
 * Connects a project to a repository, or changes the connection. Only owners can do this. Tests the
 * connection first and throws `invalid_request` with the problem, or `rate_limited` if too many tests of the
 * person or the workspace are running. Schedules failed updates of pull requests for another attempt.
 */
export async function connectForge(
  human: HumanActor,
  input: Input<'connectForge'>,
): Promise<ForgeConnection> {
  const { workspace } = await loadProject(human, input.id, 'manageForges')
  const { kind, repository, pictures } = input
  const apiUrl = apiUrlOf(kind, input.apiUrl ?? defaultApis[kind] ?? '')
  assertAllowedUrl(apiUrl, 'apiUrl', 'forgesToPrivate')
  const token = input.token ?? storedToken(await findConnection(db, input.id), kind, apiUrl)
  const endTest = startTest(human, workspace.id)
  await checkConnection(kind, { apiUrl, repository }, token).finally(endTest)
  const target = { kind, apiUrl, repository }
  const fields = {
    ...target,
    pictures,
    token: encryptToken(token),
    tokenHint: hintOf(token),
    pausedUntil: null,
  }
  return write(async tx => {
    const loaded = await loadProject(human, input.id, 'manageForges', tx)
    const before = await findConnection(tx, input.id)
    await tx
      .insert(forgeConnection)
      .values({ projectId: input.id, ...fields, createdAt: Date.now(), createdBy: human.id })
      .onConflictDoUpdate({ target: forgeConnection.projectId, set: fields })
    if (before && isSameTarget(before, target)) await writeFailedAgain(tx, input.id)
    else await forgetTarget(tx, input.id)
    const kindOfEvent = before ? 'forge.updated' : 'forge.connected'
    await recordChange(tx, { kind: kindOfEvent, actor: human, subjectId: input.id, ...scopeOf(loaded) })
    const [connection] = await readConnections(tx, loaded.workspace.id, input.id)
    if (!connection) throw new AppError('not_found')
    return connection
  })
}

/** Counts a test of a connection. Returns a function to call when the test has ended. */
function startTest({ id }: HumanActor, workspaceId: string): () => void {
  const { person, workspace } = fairShares.forgeTests
  const shares = [
    { key: id, most: person },
    { key: workspaceId, most: workspace },
  ]
  const message = 'Too many connections of yours or of this workspace are being tested.'
  return takeShare(tests, shares, 'forgeTests', message)
}

async function findConnection(executor: Db, projectId: string): Promise<ConnectionRow | undefined> {
  const [row] = await executor.select().from(forgeConnection).where(eq(forgeConnection.projectId, projectId))
  return row
}

/**
 * Returns the stored token of a connection. Throws if the forge has changed, since a token is never sent to a
 * forge for which it was not entered.
 */
function storedToken(row: ConnectionRow | undefined, kind: string, apiUrl: string): string {
  if (row?.kind !== kind || row.apiUrl !== apiUrl)
    throw invalid('token', '"token" is required for this forge.', 'Enter a token of the forge.')
  const token = decryptToken(row.token)
  if (token === null)
    throw invalid(
      'token',
      '"token" is required: the stored one cannot be decrypted, since AUTH_SECRET changed.',
    )
  return token
}

const isSameTarget = (a: ConnectionRow, b: Pick<ConnectionRow, 'kind' | 'apiUrl' | 'repository'>) =>
  a.kind === b.kind && a.apiUrl === b.apiUrl && a.repository === b.repository

/**
 * Deletes the stored ids of comments and statuses, because they are not valid in another repository, and the
 * secret of the webhook, because people at the earlier repository know it.
 */
async function forgetTarget(tx: Db, projectId: string): Promise<void> {
  await tx.delete(pullRequestUpdate).where(eq(pullRequestUpdate.projectId, projectId))
  await tx.delete(pullRequestQuestion).where(eq(pullRequestQuestion.projectId, projectId))
  await tx
    .update(forgeConnection)
    .set({ webhookSecret: null })
    .where(eq(forgeConnection.projectId, projectId))
}

/**
 * Schedules the failed updates and answers of a project. Also schedules updates and answers that run now,
 * since they use the previous token and may fail.
 */
async function writeFailedAgain(tx: Db, projectId: string): Promise<void> {
  const { changes, error, claimedUntil } = pullRequestUpdate
  await tx
    .update(pullRequestUpdate)
    .set({ dueAt: Date.now(), attempt: 0, changes: sql`${changes} + 1` })
    .where(and(eq(pullRequestUpdate.projectId, projectId), or(isNotNull(error), isNotNull(claimedUntil))))
  const questions = pullRequestQuestion
  await tx
    .update(questions)
    .set({ dueAt: Date.now(), attempt: 0 })
    .where(
      and(
        eq(questions.projectId, projectId),
        or(isNotNull(questions.error), isNotNull(questions.claimedUntil)),
      ),
    )
}
