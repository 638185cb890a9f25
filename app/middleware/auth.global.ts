import { hasBearer, prefers } from '#shared/accept'
import { safeRedirect } from '~/account/safe-redirect'

/**
 * Sends signed-out people to the sign-in page, suspended ones with the reason, and signed-in people away from
 * it, except from pages with `signedInToo`. `server/http/pages/page-errors.ts` responds to two other cases:
 * an unknown address is a 404 for a request that does not prefer HTML, signed in or not; a page for people is
 * a 401 for a request with a token.
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
    // People who are signed in may open a link that sets a new password.
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
