import { safeRedirect } from '~/account/safe-redirect'

/** Signed-out people sign in first; signed-in ones have no business on those pages. */
export default defineNuxtRouteMiddleware(async to => {
  const { me, load } = useSession()
  if (me.value === undefined) await load()
  if (to.meta.public) {
    if (me.value && to.meta.layout === 'auth') return navigateTo(safeRedirect(to.query.redirect))
    return
  }
  if (!me.value)
    return navigateTo({ path: '/sign-in', query: to.fullPath === '/' ? {} : { redirect: to.fullPath } })
})
