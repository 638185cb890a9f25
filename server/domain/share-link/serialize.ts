import type { ShareLinkState } from '#shared/contract/share-link'
import { addresses } from '#shared/addresses'
import { HOUR, iso, isoOrNull } from '#shared/time'
import type { shareLink } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { decryptShareToken } from './share-token'

type ShareLinkRow = typeof shareLink.$inferSelect

/** Returns whether a share link has a password, and the permissions of its visitors. */
export const optionsOf = ({ passwordHash, allowComments, allowDownload }: ShareLinkRow) => ({
  hasPassword: passwordHash !== null,
  allowComments,
  allowDownload,
})

/**
 * Returns the time at which a new link with this duration in hours expires, in epoch milliseconds; null if it
 * never expires.
 */
export const endOf = (hours: number | null | undefined): number | null =>
  hours ? Date.now() + hours * HOUR : null

/**
 * Returns the names of a share link's options for the detail of an audit event; undefined if no option is
 * set.
 */
export const detailOf = (row: ShareLinkRow): string | undefined =>
  Object.entries(optionsOf(row))
    .flatMap(([name, isOn]) => (isOn ? [name] : []))
    .join(' ') || undefined

/**
 * Returns a share link in the form of the API contract, without its URL. `mayReveal` states whether the
 * caller may read the URL.
 */
export const serializeShareLink = (row: ShareLinkRow, mayReveal: boolean): ShareLinkState => ({
  id: row.id,
  name: row.name,
  hasAddress: mayReveal && addressOf(row) !== null,
  createdAt: iso(row.createdAt),
  createdBy: row.createdBy,
  expiresAt: isoOrNull(row.expiresAt),
  ...optionsOf(row),
  revokedAt: isoOrNull(row.revokedAt),
})

/**
 * Returns the URL of a share link. Returns null if the link is no longer valid or its token cannot be
 * decrypted.
 */
export function addressOf({ sealedToken, expiresAt }: ShareLinkRow): string | null {
  if (sealedToken === null || (expiresAt !== null && expiresAt <= Date.now())) return null
  const token = decryptShareToken(sealedToken)
  return token && addresses.share(settings().publicUrl, token)
}
