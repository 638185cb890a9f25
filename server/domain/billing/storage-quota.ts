import { eq } from 'drizzle-orm'
import { storageSize } from '#shared/contract/kit/sizes'
import { AppError } from '#shared/errors'
import type { PlanId } from '#shared/plans'
import type { Db } from '~~/server/db'
import { review } from '~~/server/db/schema'
import { sumStored } from './stored-bytes'

/** The fields of a workspace that its storage quota depends on. */
export interface StoringWorkspace {
  id: string
  plan: PlanId
  /** The maximum number of stored bytes, which an administrator set; null for no maximum. */
  storageQuota: number | null
}

/** Returns the bytes that a workspace stores: originals, derivatives and comment images. */
export async function storedBytesOf(executor: Db, workspaceId: string): Promise<number> {
  const inWorkspace = eq(review.workspaceId, workspaceId)
  return (await sumStored(inWorkspace, inWorkspace, executor)).bytes
}

/**
 * Returns a function that adds bytes to the stored bytes of a workspace. It throws `storage_limit_reached` if
 * the sum exceeds the storage quota, and then adds nothing. A call that stores several files reads the stored
 * bytes only once.
 *
 * Call it in the transaction that inserts the rows of the files. This transaction has the lock of the
 * workspace, so that the second one of two concurrent uploads counts the bytes of the first one.
 */
export async function storageCounter(
  executor: Db,
  { id, plan, storageQuota: limit }: StoringWorkspace,
): Promise<(bytes: number) => void> {
  if (limit === null) return () => {}
  let used = await storedBytesOf(executor, id)
  return bytes => {
    if (used + bytes > limit) throw storageLimitReached(plan, limit, used, bytes)
    used += bytes
  }
}

/**
 * Throws `storage_limit_reached` if adding this number of bytes would exceed the storage quota of a
 * workspace: see {@link storageCounter}.
 */
export async function assertStorageFits(
  executor: Db,
  workspace: StoringWorkspace,
  bytes: number,
): Promise<void> {
  const add = await storageCounter(executor, workspace)
  add(bytes)
}

/**
 * Throws `storage_limit_reached` if a workspace cannot store a single byte. Call it before a file is decoded:
 * the size of the derivative is known only afterwards.
 */
export async function assertStorageLeft(
  executor: Db,
  { id, plan, storageQuota: limit }: StoringWorkspace,
): Promise<void> {
  if (limit === null) return
  const used = await storedBytesOf(executor, id)
  if (used >= limit) throw storageLimitReached(plan, limit, used)
}

const storageLimitReached = (plan: PlanId, limit: number, used: number, bytes?: number) =>
  new AppError('storage_limit_reached', {
    message:
      `The storage quota of this workspace is ${storageSize(limit)}; ${storageSize(used)} are used` +
      (bytes === undefined ? '.' : `, and this would store another ${storageSize(bytes)}.`),
    hint:
      'Stop and tell a human: members can delete evidence that is no longer needed, and ' +
      'an administrator of this server can raise the quota. Retrying cannot succeed.',
    quota: { used, limit, plan },
  })
