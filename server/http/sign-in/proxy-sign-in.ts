import { APIError } from 'better-auth/api'
import { appendResponseHeader, defineEventHandler, sendRedirect, type H3Event } from 'h3'
import { auth } from '~~/server/sign-in/auth'
import { confirmEmail } from '~~/server/sign-in/confirm-email'
import { consumeRateLimit } from '~~/server/limits/rate-limit'
import { readSession } from '~~/server/access/session'
import { runSignUp } from '~~/server/sign-in/sign-up-rules'
import { namedPerson, type NamedPerson } from '~~/server/sign-in/trusted-header'
import { settings } from '~~/server/settings'
import { headersOf } from '../caller'
import { cameThroughProxy } from '../client'
import { sendError } from '../errors'

/** Addresses that no session concerns: what they show depends on the address or on a token alone. */
const withoutPerson =
  /^\/(?:v1|e|r|_nuxt|_fonts|api\/(?:share|health|ready|metrics|plans|billing\/webhook))(?:\/|$)/

/**
 * Signs people in whom an authenticating proxy names in `TRUSTED_USER_HEADER`. With it, a session cookie is
 * valid only in requests whose header names its person: a session that the header contradicts ends, and a
 * cookie alone, used from elsewhere, opens nothing. Does nothing when the setting is off.
 */
export const signInThroughProxy = defineEventHandler(async event => {
  const { trustedHeader } = settings()
  if (!trustedHeader) return
  const { headers } = event.node.req
  if (!cameThroughProxy(event)) headers[trustedHeader.email] = undefined
  const named = namedPerson(headersOf(event))
  try {
    const session = headers.cookie ? await readSession(headersOf(event)) : null
    if (session && session.user.email === named?.email) {
      // They know the password, or came through a provider, and the proxy vouches for the email.
      if (!session.user.emailVerified) await confirmEmail(session.user.id)
      return
    }
    if (session) await endSession(event)
    if (named && mayBegin(event)) return await begin(event, named)
  } catch (error) {
    return sendError(event, error)
  }
})

/** Whether a request comes from outside: pages that are rendered call the API within this process. */
const isExternal = (event: H3Event) => Boolean(event.node.req.socket.remoteAddress)

const concernsPerson = (event: H3Event) =>
  isExternal(event) &&
  event.node.req.headers.authorization === undefined &&
  !withoutPerson.test(event.path.split('?')[0] ?? '')

/** Writes never begin a session, so that a form of another site cannot write as the person whom it finds. */
const mayBegin = (event: H3Event) =>
  concernsPerson(event) && (event.method === 'GET' || event.method === 'HEAD')

/** Removes the cookie from the request, and ends its session unless the address concerns no person. */
async function endSession(event: H3Event): Promise<void> {
  const headers = headersOf(event)
  delete event.node.req.headers.cookie
  if (!concernsPerson(event)) return
  headers.delete('origin')
  const { headers: changed } = await auth().api.signOut({ headers, returnHeaders: true })
  for (const cookie of changed.getSetCookie()) appendResponseHeader(event, 'set-cookie', cookie)
}

/** Begins a session. The sign-in page says why a person gets none. */
async function begin(event: H3Event, named: NamedPerson): Promise<unknown> {
  await consumeRateLimit('write', named.email)
  const [, invitation] = /^\/invite\/([\w-]+)$/.exec(event.path.split('?')[0] ?? '') ?? []
  try {
    // Of two first requests, one creates the account.
    const { headers } = await runSignUp(() =>
      auth().api.signInNamed({
        body: { ...named, invitation },
        headers: headersOf(event),
        returnHeaders: true,
      }),
    )
    const cookies = headers.getSetCookie()
    for (const cookie of cookies) appendResponseHeader(event, 'set-cookie', cookie)
    event.node.req.headers.cookie = cookies.map(each => each.split(';')[0]).join('; ')
    return undefined
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error
    return explain(event, String(error.body?.code ?? 'unknown'))
  }
}

/** Adds the reason to the address of the sign-in page, to which every other page leads. */
function explain(event: H3Event, code: string): unknown {
  const url = new URL(event.path, settings().publicUrl)
  if (url.pathname !== '/sign-in' || url.searchParams.get('error') === code) return undefined
  url.searchParams.set('error', code)
  return sendRedirect(event, url.pathname + url.search)
}
