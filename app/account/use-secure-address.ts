/**
 * The https address of a page that was opened over http, if the server has an https address: the session's
 * cookie is `Secure`, and the browser drops it silently (RFC 6265bis, 5.7). Undefined if sign-in works on
 * this page, until hydration, and while `publicUrl` is unknown. Only the browser knows how it was opened,
 * because a proxy may end TLS. Browsers accept such cookies from localhost.
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
