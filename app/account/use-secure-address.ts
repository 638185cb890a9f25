/**
 * Returns the https URL of a page that was opened over http. Signing in over http does not work, because the
 * session cookie is `Secure` and the browser drops it silently (RFC 6265bis, 5.7). The URL is undefined if
 * the page is secure, if the server has no https URL, before hydration, and while `publicUrl` is unknown.
 * Only the browser knows how the page was opened, because a proxy may end TLS. A page on localhost counts as
 * secure, because browsers accept the cookie there.
 */
export function useSecureAddress(publicUrl: () => string | undefined): ComputedRef<string | undefined> {
  const { fullPath } = useRoute()
  const isInsecure = ref(false)
  onMounted(() => {
    isInsecure.value = !window.isSecureContext
  })
  return computed(() => {
    const url = publicUrl()
    return isInsecure.value && url?.startsWith('https:') ? url.replace(/\/$/, '') + fullPath : undefined
  })
}
