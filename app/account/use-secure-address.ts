/**
 * The https address of this page where it was opened over http, although the server has an https address: the
 * session's cookie is `Secure`, and the browser drops it without a word (RFC 6265bis, 5.7). Undefined where
 * signing in works, until hydration, and while `publicUrl` is unknown. A proxy may end TLS, so that only the
 * browser knows how it was opened; it takes such cookies from localhost.
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
