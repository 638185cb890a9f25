/**
 * Adds the fragment of the page's address to `redirect`. The server never sees the fragment of a link that is
 * opened signed out, but the browser keeps it on the way to the sign-in page (RFC 9110, 10.2.2).
 */
export function useRedirectHash(): void {
  const route = useRoute()
  onMounted(() => {
    const { redirect } = route.query
    if (!location.hash || typeof redirect !== 'string' || redirect.includes('#')) return
    return navigateTo({ query: { ...route.query, redirect: redirect + location.hash } }, { replace: true })
  })
}
