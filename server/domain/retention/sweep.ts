import { lt, lte } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { firstIdAt } from '#shared/ids'
import { DAY } from '#shared/time'
import { deleteOldFailures } from '~~/server/limits/sign-in-delays'
import { database, lockNothing, restoreReserve, runExclusive, writeRemoval } from '~~/server/db'
import {
  accessRequest,
  billingEvent,
  deviceCode,
  evidenceAddress,
  idempotency,
  notification,
  oauthCode,
  session,
  verification,
  webhookDelivery,
} from '~~/server/db/schema'
import { readDueMedia } from '~~/server/domain/billing/past-retention'
import type { StoredSum } from '~~/server/domain/billing/stored-bytes'
import { deleteExpiredViewers } from '~~/server/domain/review/presence'
import { log } from '~~/server/process/log'
import { blobs } from '~~/server/storage/blobs'
import { ORPHAN_AGE } from '~~/server/storage/referenced-blobs'
import { removeStaleFolders } from '~~/server/bytes/work-folder'
import { deleteAbandonedUploads } from './delete-abandoned'
import { deleteExpiredImages, deleteUnusedImages } from './delete-comment-images'
import { deleteExpiredMedia } from './delete-expired'
import { deleteOldEvents } from './delete-old-events'
import { deleteOrphanedFiles } from './delete-orphans'
import { deleteScheduled } from './delete-scheduled'
import { hashOriginals } from './hash-originals'
import { restoreReadyStatus } from './restore-ready-status'

/**
 * The minimum age of temporary and unused data before it is deleted, in milliseconds. Younger data may belong
 * to a request that is still running.
 */
const MINIMUM_AGE = DAY

export interface Swept {
  expired: number
  abandoned: number
  orphaned: number
  temporary: number
  /** The number of deleted people and workspaces. */
  scheduled: number
  /** The number of deleted audit events and events of administrators. */
  events: number
}

/**
 * Deletes people and workspaces whose deletion is due, media past its retention, uploads that were never
 * completed, images that no comment uses, orphaned files, expired rows and old events. Sets artifacts to
 * `ready` if they only wait for uploads that can no longer arrive. Adds the hashes of originals that earlier
 * versions stored without one. The process may be killed at any point, and a later run continues; no file
 * that a row refers to is deleted. Returns how much of each kind of data was deleted, and how much media is
 * due next.
 */
export function sweep(): Promise<{ swept: Swept; dueMedia: StoredSum }> {
  return runExclusive('sweep', async () => {
    const now = Date.now()
    const scheduled = await deleteScheduled(now)
    const expired = (await deleteExpiredMedia(now)) + (await deleteExpiredImages(now))
    const abandoned =
      (await deleteAbandonedUploads(now - limits.abandonedMs)) + (await deleteUnusedImages(now - MINIMUM_AGE))
    await restoreReadyStatus(now)
    const orphaned = await deleteOrphanedFiles(now - ORPHAN_AGE)
    const temporary =
      (await blobs().removeUnfinished(MINIMUM_AGE)) + (await removeStaleFolders(now - MINIMUM_AGE))
    await deleteExpiredRows(now)
    const events = await deleteOldEvents(now)
    await restoreReserve()
    await database().compact()
    const hashed = await hashOriginals()
    if (hashed > 0) log.info('checksums of originals added', { revisions: hashed })
    const dueMedia = await readDueMedia(now)
    return { swept: { expired, abandoned, orphaned, temporary, scheduled, events }, dueMedia }
  })
}

async function deleteExpiredRows(now: number): Promise<void> {
  await writeRemoval(async tx => {
    lockNothing()
    await tx.delete(idempotency).where(lte(idempotency.expiresAt, now))
    await tx.delete(evidenceAddress).where(lte(evidenceAddress.expiresAt, now))
    await tx.delete(session).where(lte(session.expiresAt, new Date(now)))
    await tx.delete(verification).where(lte(verification.expiresAt, new Date(now)))
    // Expired codes stay for a day, so that a device that still polls gets the error "expired" and not the
    // error for an unknown code.
    await tx.delete(deviceCode).where(lte(deviceCode.expiresAt, new Date(now - MINIMUM_AGE)))
    // Expired codes stay for a day. If a code is used for a second time within this day, its token is
    // revoked.
    await tx.delete(oauthCode).where(lte(oauthCode.expiresAt, now - MINIMUM_AGE))
    await tx.delete(accessRequest).where(lte(accessRequest.createdAt, now - limits.accessRequestMs))
    await deleteOldFailures(tx, now)
    await deleteExpiredViewers(tx, now)
    await tx
      .delete(webhookDelivery)
      .where(lt(webhookDelivery.id, firstIdAt('delivery', now - limits.webhookLogMs)))
    await tx
      .delete(notification)
      .where(lt(notification.id, firstIdAt('notification', now - limits.notificationMs)))
    await tx.delete(billingEvent).where(lte(billingEvent.createdAt, now - 90 * DAY))
  })
}
