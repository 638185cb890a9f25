import { and, eq, isNull } from 'drizzle-orm'
import { write, type Db } from '~~/server/db'
import { deviceCode, oauthCode } from '~~/server/db/schema'

/**
 * Deletes the codes that a person approved for devices and MCP clients and that were not exchanged yet. Call
 * it where sessions of the person end: another person may have approved the code in one of these sessions,
 * and would get a new session or a token for it.
 */
export async function deleteApprovals(tx: Db, userId: string): Promise<void> {
  await tx.delete(deviceCode).where(eq(deviceCode.userId, userId))
  await tx.delete(oauthCode).where(and(eq(oauthCode.createdBy, userId), isNull(oauthCode.tokenId)))
}

/** Returns the result of a request that ended sessions of a person, after {@link deleteApprovals}. */
export async function endApprovals(returned: object, userId: string | undefined): Promise<object> {
  if (userId !== undefined) await write(tx => deleteApprovals(tx, userId))
  return returned
}
