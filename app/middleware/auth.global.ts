import { hasBearer, prefers } from '#shared/accept'
import { safeRedirect } from '~/account/safe-redirect'

/**
 * Redirects people who are not signed in to the sign-in page, which shows the reason if they are suspended.
 * Redirects signed-in people away from the sign-in pages, except from pages with `signedInToo`.
 * `server/http/pages/page-errors.ts` handles the errors for two kinds of requests: an unknown path is a 404
 * if the request does not prefer HTML, and a page for people is a 401 if the request has a token.
 */
export default defineNuxtRouteMiddleware(async to => {
  const hasToken = import.meta.server && hasBearer(useRequestHeader('authorization'))
  if (import.meta.server && to.meta.missing) {
    const accept = useRequestHeader('accept')
    if (hasToken || !prefers(accept, 'text/html', 'application/json')) throw createError({ statusCode: 404 })
  }
  if (hasToken && !to.meta.public) throw createError({ statusCode: 401 })
  const { me, suspended, refresh } = useSession()
  if (hasToken) me.value = null
  if (me.value === undefined) await refresh()
  if (to.meta.public) {
    // Some pages, such as that of a link to set a new password, can also be opened by people who are signed
    // in.
    if (me.value && to.meta.layout === 'auth' && !to.meta.signedInToo)
      return navigateTo(safeRedirect(to.query.redirect))
    return
  }
  if (me.value) return
  const query = {
    ...(suspended.value && { error: 'account_suspended' }),
    ...(to.fullPath !== '/' && { redirect: to.fullPath }),
  }
  return navigateTo({ path: '/sign-in', query })
})
