import { and, eq } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import { DAY } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { workspacesOf } from '~~/server/access/loaders'
import { authorizeSelfAlone } from '~~/server/access/write-guard'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { accessRequest } from '~~/server/db/schema'
import { findSubject, titleOf, type Subject } from './find-subject'
import { mailOwners } from './mails'
import { notExpired } from './open-requests'
import { toOwnAccessRequest } from './serialize'

type OwnRow = Pick<typeof accessRequest.$inferSelect, 'subjectId' | 'createdAt'>

/**
 * Requests access to the workspace of a review or project. The person cannot learn whether the id exists: a
 * request is stored, counted and returned in any case, and mails are sent after the response. An existing
 * request is returned unchanged, even if it was declined. If the person is already a member of the workspace,
 * the response is the same, but no request is stored. Throws `conflict` for a person who has the maximum
 * number of open requests.
 */
export async function requestAccess(
  human: HumanActor,
  input: Input<'requestAccess'>,
): Promise<Output<'requestAccess'>> {
  const { row, subject } = await write(async tx => {
    // Any signed-in person who has the URL of a review or project may request access.
    await authorizeSelfAlone(tx, human)
    return insertRequest(tx, human, input)
  })
  if (subject) void mailOwners(human, subject.workspace.id, titleOf(subject))
  return toOwnAccessRequest(row)
}

/**
 * Inserts the request and returns its row. If the owners are to be notified, also returns the review or
 * project.
 */
async function insertRequest(
  tx: Db,
  human: HumanActor,
  { subjectId, message }: Input<'requestAccess'>,
): Promise<{ row: OwnRow; subject?: Subject }> {
  const now = Date.now()
  const subject = await findSubject(tx, subjectId)
  if (subject && workspacesOf(human).includes(subject.workspace.id))
    return { row: { subjectId, createdAt: now } }
  const ofPerson = eq(accessRequest.userId, human.id)
  const rows = await tx
    .select()
    .from(accessRequest)
    .where(and(ofPerson, notExpired(now)))
  const earlier = rows.find(each => each.subjectId === subjectId)
  if (earlier) return { row: earlier }
  if (rows.length >= limits.accessRequests) throw tooManyRequests()
  const row = {
    id: newId('accessRequest'),
    userId: human.id,
    subjectId,
    workspaceId: subject?.workspace.id ?? null,
    message: message ?? null,
    createdAt: now,
  }
  // The person may have an expired request for the same subject, which the sweep has not deleted yet.
  await tx.delete(accessRequest).where(and(ofPerson, eq(accessRequest.subjectId, subjectId)))
  await tx.insert(accessRequest).values(row)
  if (subject)
    await recordChange(tx, { kind: 'access.requested', actor: human, subjectId, ...scopeOf(subject) })
  return { row, subject }
}

const tooManyRequests = () =>
  new AppError('conflict', {
    message: `You have ${limits.accessRequests} open access requests, which is the maximum.`,
    hint: `A request expires ${limits.accessRequestMs / DAY} days after it was made.`,
  })
