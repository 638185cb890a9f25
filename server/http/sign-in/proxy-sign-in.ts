import { APIError } from 'better-auth/api'
import { appendResponseHeader, defineEventHandler, sendRedirect, type H3Event } from 'h3'
import { auth } from '~~/server/sign-in/auth'
import { confirmEmail } from '~~/server/sign-in/confirm-email'
import { consumeRateLimit } from '~~/server/limits/rate-limit'
import { readSession } from '~~/server/sign-in/session'
import { runSignUp } from '~~/server/sign-in/sign-up-rules'
import { namedPerson, type NamedPerson } from '~~/server/sign-in/trusted-header'
import { settings } from '~~/server/settings'
import { headersOf } from '../caller'
import { cameThroughProxy } from '../client'
import { sendError } from '../errors'
import { withoutSession } from '../paths'

/**
 * Signs in the people whose email an authenticating proxy sends in the header `TRUSTED_USER_HEADER`. With
 * this setting, a session cookie is valid only in requests whose header contains the email of the same
 * person. If the header contains another email or is missing, the session ends, so that a cookie alone grants
 * no access. Does nothing without the setting.
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
      // The person has a session, so they know the password or signed in through a provider. The proxy names
      // the same email, so the email belongs to the person.
      if (!session.user.emailVerified) await confirmEmail(session.user.id)
      return
    }
    if (session) await endSession(event)
    if (named && mayBegin(event)) return await begin(event, named)
  } catch (error) {
    return sendError(event, error)
  }
})

/**
 * Returns whether a request comes from outside of this process. While a page is rendered, its API requests
 * are made within this process.
 */
const isExternal = (event: H3Event) => Boolean(event.node.req.socket.remoteAddress)

const concernsPerson = (event: H3Event) =>
  isExternal(event) &&
  event.node.req.headers.authorization === undefined &&
  !withoutSession.test(event.path.split('?')[0] ?? '')

/**
 * Returns whether a request may begin a session. A write may not, so that a form on another site cannot write
 * in the name of the person.
 */
const mayBegin = (event: H3Event) =>
  concernsPerson(event) && (event.method === 'GET' || event.method === 'HEAD')

/**
 * Removes the session cookie from the request. Also ends the session, unless the path is one of
 * {@link withoutSession}.
 */
async function endSession(event: H3Event): Promise<void> {
  const headers = headersOf(event)
  delete event.node.req.headers.cookie
  if (!concernsPerson(event)) return
  headers.delete('origin')
  const { headers: changed } = await auth().api.signOut({ headers, returnHeaders: true })
  for (const cookie of changed.getSetCookie()) appendResponseHeader(event, 'set-cookie', cookie)
}

/**
 * Begins a session for the person that the proxy names. If this is not possible, the sign-in page states the
 * reason.
 */
async function begin(event: H3Event, named: NamedPerson): Promise<unknown> {
  await consumeRateLimit('write', named.email)
  const [, invitation] = /^\/invite\/([\w-]+)$/.exec(event.path.split('?')[0] ?? '') ?? []
  try {
    // If the first two requests of a new person arrive at the same time, only one of them creates the
    // account.
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

/**
 * If the request is for the sign-in page, redirects to the same page with the reason as a parameter. Does
 * nothing for other pages, since they redirect to the sign-in page.
 */
function explain(event: H3Event, code: string): unknown {
  const url = new URL(event.path, settings().publicUrl)
  if (url.pathname !== '/sign-in' || url.searchParams.get('error') === code) return undefined
  url.searchParams.set('error', code)
  return sendRedirect(event, url.pathname + url.search)
}
