import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { evidenceAddress } from '~~/server/db/schema'
import { sha256, decryptOrNull } from '~~/server/secrets/secrets'
import type { AgentActor } from './actor'
import { agentById } from './token'

/** The purpose of the key that encrypts the texts of a one-time address. */
export const FIELDS_PURPOSE = 'evidence address'

/**
 * The call of an agent for which a one-time address was created. The agent then sends the files to the
 * address.
 */
export interface AddressedCall {
  agent: AgentActor
  /** The text fields of the form that the agent will send, before validation. */
  fields: Record<string, unknown>
}

const byHash = prepared({ hash: evidenceAddress.hash }, (executor, { hash }) =>
  executor.select().from(evidenceAddress).where(eq(evidenceAddress.hash, hash)),
)

/**
 * Returns the call for which the address with this ticket was created. Throws `expired` for an address that
 * is unknown or has expired, `unauthorized` if the token that created it was revoked or has expired, and
 * `suspended` if the workspace or the creator of this token is suspended. Does not prevent a second use of
 * the address: the caller must use the ticket as the idempotency key of the call.
 */
export async function redeemAddress(ticket: string): Promise<AddressedCall> {
  const [row] = await byHash(db, { hash: sha256(ticket) })
  const fields = row && row.expiresAt > Date.now() ? decryptOrNull(FIELDS_PURPOSE, row.fields) : null
  if (!row || fields === null)
    throw new AppError('expired', {
      message: 'This one-time address is unknown or has expired; each is valid for 15 minutes.',
      hint: 'Get a new address, with send_evidence or POST /v1/evidence/address.',
    })
  return { agent: await agentById(row.tokenId), fields: JSON.parse(fields) as Record<string, unknown> }
}

/** Returns the error for an address that was already used to send other files. */
export const addressUsed = () =>
  new AppError('already_used', {
    message: 'This one-time address was already used for other files.',
    hint: 'Get a new address for these files, with send_evidence or POST /v1/evidence/address.',
  })
