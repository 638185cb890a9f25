/**
 * The https URL of a page that was opened over http, where signing in does not work: the cookie of the
 * session is `Secure`, so the browser drops it silently (RFC 6265bis, 5.7). Undefined if the page is secure,
 * if the server has no https URL, until hydration, and while `publicUrl` is unknown. Only the browser knows
 * how the page was opened, because a proxy may end TLS. Browsers accept such cookies from localhost.
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
