import type { ShareLinkState } from '#shared/contract/share-link'
import { addresses } from '#shared/addresses'
import { iso, isoOrNull } from '#shared/time'
import type { shareLink } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { unsealShareToken } from './share-token'

type ShareLinkRow = typeof shareLink.$inferSelect

/** Returns the requirements and permissions of a link for its visitors. */
export const optionsOf = ({ passwordHash, allowComments, allowDownload }: ShareLinkRow) => ({
  hasPassword: passwordHash !== null,
  allowComments,
  allowDownload,
})

/** Returns the options of a link as audit events name them; undefined for a link without options. */
export const detailOf = (row: ShareLinkRow): string | undefined =>
  Object.entries(optionsOf(row))
    .flatMap(([name, isOn]) => (isOn ? [name] : []))
    .join(' ') || undefined

/**
 * Returns a link as the contract defines it, without its address. `mayReveal` states whether the caller may
 * read the address.
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

/** Returns the address of a link; null if the link is no longer valid or its token cannot be decrypted. */
export function addressOf({ sealedToken, expiresAt }: ShareLinkRow): string | null {
  if (sealedToken === null || (expiresAt !== null && expiresAt <= Date.now())) return null
  const token = unsealShareToken(sealedToken)
  return token && addresses.share(settings().publicUrl, token)
}
