import { appendResponseHeader, parseCookies, type H3Event } from 'h3'
import type { Operation } from '#shared/contract/kit/operation'
import { anonymous, type AnonymousActor } from '~~/server/access/actor'
import type { ShareCookies } from '~~/server/access/share-cookies'
import { settings } from '~~/server/settings'
import { headersOf, requireOwnOrigin } from './caller'
import { clientAddress } from './client'

const names = { unlock: 'share-unlock', guest: 'share-guest' } as const

/**
 * Returns the caller of an operation that needs no credential. For an operation on a share link, reads the
 * cookies of the link, and throws `forbidden` for a write from a page of another site.
 */
export function anonymousCaller(event: H3Event, row: Operation): AnonymousActor {
  if (!row.path.startsWith('/api/share/')) return anonymous
  requireOwnOrigin(event, headersOf(event))
  return { ...anonymous, cookies: shareCookies(event), address: clientAddress(event) }
}

function shareCookies(event: H3Event): ShareCookies {
  const sent = parseCookies(event)
  const token = event.context.params?.token ?? ''
  return {
    unlock: sent[names.unlock] ?? null,
    guest: sent[names.guest] ?? null,
    set(name, value) {
      // The cookie is needed at two paths: the path of the page, which the server renders, and the path of
      // the API requests of this page.
      for (const path of [`/r/${token}`, `/api/share/${token}`])
        appendResponseHeader(event, 'set-cookie', `${names[name]}=${value}; Path=${path}; ${attributes()}`)
    },
  }
}

/**
 * With `SameSite=Lax`, browsers send the cookies when a person opens the page from a mail, but not with
 * writes from another site.
 */
const attributes = () =>
  ['HttpOnly', 'SameSite=Lax', ...(settings().publicUrl.startsWith('https://') ? ['Secure'] : [])].join('; ')
