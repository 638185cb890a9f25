import { newId, idPattern } from '#shared/ids'
import { equal, mac } from '~~/server/secrets/secrets'

/**
 * The cookies that the browser of a visitor has for a share link. Each cookie is valid for this link only.
 */
export interface ShareCookies {
  /** The cookie that proves that the visitor entered the password. */
  unlock: string | null
  /** The cookie that identifies the visitor as the author of their comments. */
  guest: string | null
  /** Sets a cookie in the response. The cookie is deleted when the browser is closed. */
  set: (name: 'unlock' | 'guest', value: string) => void
}

interface Link {
  id: string
  passwordHash: string | null
}

const signed = (purpose: string, text: string) => mac(purpose, text).toString('base64url')
const isSigned = (purpose: string, text: string, signature: string) =>
  equal(mac(purpose, text), Buffer.from(signature, 'base64url'))

const unlockedText = ({ id, passwordHash }: Link) => `${id} ${passwordHash}`
const guestText = ({ id }: Link, guestId: string) => `${id} ${guestId}`

/**
 * Returns the cookie for a visitor who entered the password of a share link. The cookie becomes invalid as
 * soon as a password is set again, even if the password is the same.
 */
export const unlockCookie = (link: Link): string => signed('share-unlock', unlockedText(link))

/**
 * Returns whether a visitor may open a share link: the link has no password, or the visitor entered its
 * current password.
 */
export function isUnlocked(link: Link, cookies: ShareCookies | undefined): boolean {
  if (link.passwordHash === null) return true
  return cookies?.unlock != null && isSigned('share-unlock', unlockedText(link), cookies.unlock)
}

/**
 * Returns the author id of a visitor of a link, `gst_…`. Returns null if the visitor has no cookie that this
 * server signed.
 */
export function guestIdOf(link: Link, cookies: ShareCookies | undefined): string | null {
  const [guestId = '', signature = ''] = cookies?.guest?.split('.') ?? []
  if (!idPattern('guest').test(guestId)) return null
  return isSigned('share-guest', guestText(link, guestId), signature) ? guestId : null
}

/** Returns a new author id for a visitor, and the cookie that contains it. */
export function newGuest(link: Link): { guestId: string; cookie: string } {
  const guestId = newId('guest')
  return { guestId, cookie: `${guestId}.${signed('share-guest', guestText(link, guestId))}` }
}
