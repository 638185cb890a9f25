import type { ShareLinkState } from '#shared/contract/share-link'
import { addresses } from '#shared/addresses'
import { iso, isoOrNull } from '#shared/time'
import type { shareLink } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { unsealShareToken } from './share-token'

type ShareLinkRow = typeof shareLink.$inferSelect

/** Returns what a link asks of its visitors and allows them. */
export const optionsOf = ({ passwordHash, allowComments, allowDownload }: ShareLinkRow) => ({
  hasPassword: passwordHash !== null,
  allowComments,
  allowDownload,
})

/** Returns a link as its options are named in audit events; undefined for one without any. */
export const detailOf = (row: ShareLinkRow): string | undefined =>
  Object.entries(optionsOf(row))
    .flatMap(([name, isOn]) => (isOn ? [name] : []))
    .join(' ') || undefined

/** Returns a link as the contract defines it, without its address; `mayReveal`: the caller may read that. */
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

/** Returns the address of a link; null for one that is not valid any more, or whose token cannot be read. */
export function addressOf({ sealedToken, expiresAt }: ShareLinkRow): string | null {
  if (sealedToken === null || (expiresAt !== null && expiresAt <= Date.now())) return null
  const token = unsealShareToken(sealedToken)
  return token && addresses.share(settings().publicUrl, token)
}
