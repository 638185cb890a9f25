import { and, eq, lte } from 'drizzle-orm'
import { system } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { db, lock, writeRemoval, type Db } from '~~/server/db'
import { event, project, review, user, workspace } from '~~/server/db/schema'
import { isSubscribed } from '~~/server/domain/admin/assert-not-subscribed'
import { removePerson } from '~~/server/domain/admin/remove-person'
import { removeAllMedia, removeWithMedia } from '~~/server/domain/artifact/remove-media'
import { removeReview } from '~~/server/domain/review/remove-review'
import { log } from '~~/server/process/log'

/** The number of audit events that one transaction deletes. */
const EVENTS = 1000

/**
 * Deletes the workspaces whose deletion is due, and then the people whose deletion is due, with all rows and
 * files that belong to them. Each review is deleted in a separate transaction, so that other transactions can
 * run in between. After a crash, the next sweep continues. Returns the number of deleted workspaces and
 * people.
 */
export async function deleteScheduled(now = Date.now()): Promise<number> {
  let deleted = 0
  const workspaces = await db
    .select({ id: workspace.id })
    .from(workspace)
    .where(lte(workspace.deletesAt, now))
  for (const { id } of workspaces) if (await deleteWorkspace(id, now)) deleted++
  const people = await db.select({ id: user.id }).from(user).where(lte(user.deletesAt, now))
  for (const { id } of people) {
    const removed = await writeRemoval(tx => removePerson(tx, id, now))
    if (removed) deleted++
    else log.warn('a person is not deleted yet: they still own a workspace', { person: id })
  }
  return deleted
}

async function deleteWorkspace(id: string, now: number): Promise<boolean> {
  const due = await findDue(db, id, now)
  if (due && isSubscribed(due)) {
    // The deletion was scheduled first. The subscription was paid afterwards, on a checkout page that was
    // already open.
    log.warn('a workspace is not deleted yet: it has a paid subscription', { workspace: id })
    return false
  }
  const reviews = await db
    .select({ id: review.id })
    .from(review)
    .innerJoin(project, eq(project.id, review.projectId))
    .where(eq(project.workspaceId, id))
  for (const each of reviews)
    await removeWithMedia(tx => deleteReviewOf(tx, id, each.id, now), removeAllMedia)
  while ((await writeRemoval(tx => deleteEventsOf(tx, id, now))) === EVENTS);
  return writeRemoval(async tx => {
    const row = await findDue(tx, id, now)
    if (!row) return false
    await tx.delete(workspace).where(eq(workspace.id, id))
    await recordChange(tx, { kind: 'workspace.deleted', actor: system, subjectId: id, subjectName: row.name })
    return true
  })
}

/**
 * Returns the workspace if its deletion is due. Each transaction reads it again, because the deletion can be
 * cancelled until it is due.
 */
async function findDue(tx: Db, id: string, now: number) {
  const [row] = await tx
    .select()
    .from(workspace)
    .where(and(eq(workspace.id, id), lte(workspace.deletesAt, now)))
  return row
}

async function deleteReviewOf(tx: Db, workspaceId: string, id: string, now: number): Promise<string[]> {
  await lock(workspaceId)
  return (await findDue(tx, workspaceId, now)) ? removeReview(tx, id) : []
}

async function deleteEventsOf(tx: Db, workspaceId: string, now: number): Promise<number> {
  await lock(workspaceId)
  if (!(await findDue(tx, workspaceId, now))) return 0
  const batch = await tx
    .select({ id: event.id })
    .from(event)
    .where(eq(event.workspaceId, workspaceId))
    .orderBy(event.id)
    .limit(EVENTS)
  const last = batch.at(-1)
  if (last) await tx.delete(event).where(and(eq(event.workspaceId, workspaceId), lte(event.id, last.id)))
  return batch.length
}
