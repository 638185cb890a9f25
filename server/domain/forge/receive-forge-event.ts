import { and, eq, lt } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import type { Actor } from '~~/server/access/actor'
import { parseJsonObject } from '~~/server/bytes/json-object'
import type { SignedText } from '~~/server/bytes/signed-text'
import { db, write } from '~~/server/db'
import { forgeConnection, project, pullRequestQuestion, workspace } from '~~/server/db/schema'
import { whereActive } from '~~/server/db/where-active'
import { questionIn } from './question-in'
import { isSentWith } from './webhook-secret'

/**
 * Receives an event of a forge. If a comment asks for the state of the reviews, stores this question, which
 * is answered once. Ignores every other event. Throws the same `unauthorized` for a project that is not
 * connected and for a wrong signature. Throws `unsupported_media_type` and `bad_request` for a body that is
 * not a JSON object.
 */
export async function receiveForgeEvent(
  _actor: Actor,
  { id }: { id: string },
  { text, header }: SignedText,
): Promise<undefined> {
  if (!/^application\/json\b/i.test(header('content-type') ?? ''))
    throw new AppError('unsupported_media_type', {
      message: 'The body of an event must be JSON.',
      hint: 'Choose the content type application/json in the settings of the webhook.',
    })
  const [connection] = await db
    .select({
      kind: forgeConnection.kind,
      repository: forgeConnection.repository,
      webhookSecret: forgeConnection.webhookSecret,
    })
    .from(forgeConnection)
    .innerJoin(project, eq(project.id, forgeConnection.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
    .where(and(eq(forgeConnection.projectId, id), whereActive(workspace)))
  const { webhookSecret: secret = null } = connection ?? {}
  if (!connection || secret === null || !isSentWith(secret, connection.kind, text, header))
    throw new AppError('unauthorized', {
      message: 'The signature of this event is wrong, or there is no connection with a webhook here.',
      hint: 'Create a new secret in the settings of the workspace, and enter it in the webhook of the forge.',
    })
  const question = questionIn(
    connection.kind,
    connection,
    parseJsonObject(text, limits.jsonValues, 'The body'),
  )
  if (!question) return
  const asked = { commentId: question.commentId, attempt: 0, dueAt: Date.now() }
  await write(async tx => {
    // The connection may have been removed or changed since its secret was read.
    const [present] = await tx
      .select({ projectId: forgeConnection.projectId })
      .from(forgeConnection)
      .where(and(eq(forgeConnection.projectId, id), eq(forgeConnection.webhookSecret, secret)))
    if (!present) return
    await tx
      .insert(pullRequestQuestion)
      .values({ projectId: id, pullRequest: question.pullRequest, ...asked })
      .onConflictDoUpdate({
        target: [pullRequestQuestion.projectId, pullRequestQuestion.pullRequest],
        set: asked,
        setWhere: lt(pullRequestQuestion.commentId, question.commentId),
      })
  })
}
