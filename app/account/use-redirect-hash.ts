/**
 * Adds the fragment of the sign-in page's URL to the path in its query parameter `redirect`. If a signed-out
 * person opens a link, the server does not receive the fragment of the link, but the browser keeps the
 * fragment when it is redirected to the sign-in page (RFC 9110, 10.2.2).
 */
export function useRedirectHash(): void {
  const route = useRoute()
  onMounted(() => {
    const { redirect } = route.query
    if (!location.hash || typeof redirect !== 'string' || redirect.includes('#')) return
    return navigateTo({ query: { ...route.query, redirect: redirect + location.hash } }, { replace: true })
  })
}
