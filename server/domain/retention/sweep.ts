import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lte } from 'drizzle-orm'
import { DAY } from '#shared/time'
import { keepReserve, writeRemoval } from '~~/server/db'
import { billingEvent, deviceCode, idempotency, session, verification } from '~~/server/db/schema'
import { workFolder } from '~~/server/domain/artifact/derive-media'
import { runExclusive } from '~~/server/mutex'
import { blobs } from '~~/server/storage/blobs'
import { removeAbandonedUploads } from './delete-abandoned'
import { deleteExpiredMedia } from './delete-expired'
import { removeOrphanedFiles } from './delete-orphans'

/** What is younger may belong to something that still runs. */
const GRACE = DAY

export interface Swept {
  expired: number
  abandoned: number
  orphaned: number
  temporary: number
}

/**
 * Collects what nobody needs any more: media past retention, uploads that never completed, files and rows
 * that crashes and time left behind. It may be killed at any point and run again; it touches nothing that a
 * row names.
 */
export function sweep(): Promise<Swept> {
  return runExclusive('sweep', async () => {
    const now = Date.now()
    const expired = await deleteExpiredMedia(now)
    const abandoned = await removeAbandonedUploads(now - GRACE)
    const orphaned = await removeOrphanedFiles(now - GRACE)
    const temporary = (await blobs().sweepTemporary(GRACE)) + (await removeTemporaryFolders(now - GRACE))
    await removeEndedRows(now)
    await keepReserve()
    return { expired, abandoned, orphaned, temporary }
  })
}

async function removeEndedRows(now: number): Promise<void> {
  await writeRemoval(async tx => {
    await tx.delete(idempotency).where(lte(idempotency.expiresAt, now))
    await tx.delete(session).where(lte(session.expiresAt, new Date(now)))
    await tx.delete(verification).where(lte(verification.expiresAt, new Date(now)))
    // A device that still polls hears that its code has expired, not that there never was one.
    await tx.delete(deviceCode).where(lte(deviceCode.expiresAt, new Date(now - GRACE)))
    await tx.delete(billingEvent).where(lte(billingEvent.createdAt, now - 90 * DAY))
  })
}

/** Folders in which media was processed when the server ended. */
async function removeTemporaryFolders(olderThan: number): Promise<number> {
  const names = (await readdir(tmpdir())).filter(name => name.startsWith(workFolder))
  let removed = 0
  for (const name of names) {
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => null)
    if (!found || found.mtimeMs >= olderThan) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}
