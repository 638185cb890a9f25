import { hasBearer, prefers } from '#shared/accept'
import { safeRedirect } from '~/account/safe-redirect'

/**
 * Redirects people who are not signed in to the sign-in page, which shows the reason if they are suspended.
 * Redirects signed-in people away from the sign-in pages, except from pages with `signedInToo`. Throws an
 * error in two cases, which `server/http/pages/page-errors.ts` handles: 404 if the path is unknown and the
 * request does not prefer HTML; 401 if the request has a token and the page is not public.
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
    // Signed-in people can also open some pages, such as the page on which a new password is set.
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
