import { appendResponseHeader, parseCookies, type H3Event } from 'h3'
import type { Operation } from '#shared/contract/kit/operation'
import { anonymous, type AnonymousActor } from '~~/server/access/actor'
import type { ShareCookies } from '~~/server/access/share-cookies'
import { settings } from '~~/server/settings'
import { headersOf, requireOwnOrigin } from './caller'
import { clientAddress } from './client'

const names = { unlock: 'share-unlock', guest: 'share-guest' } as const

/**
 * Returns the caller of an operation that needs no credential. For operations on share links, reads their
 * cookies, and throws `forbidden` for a write that a page of another site sends.
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
      // The page that the server renders with the review, and the addresses that it calls.
      for (const path of [`/r/${token}`, `/api/share/${token}`])
        appendResponseHeader(event, 'set-cookie', `${names[name]}=${value}; Path=${path}; ${attributes()}`)
    },
  }
}

/** Lax: a link in a mail opens the page with its cookies, but other sites cannot send writes with them. */
const attributes = () =>
  ['HttpOnly', 'SameSite=Lax', ...(settings().publicUrl.startsWith('https://') ? ['Secure'] : [])].join('; ')
