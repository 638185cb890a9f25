import type { ApiResponse } from '#shared/client'

/**
 * The sign-in options of this server; undefined until they are loaded. They are loaded again on each visit.
 * They are not loaded with `useAsyncData`, because nothing else on the sign-in page uses it, and its code is
 * half as large as the code of the form.
 */
export function useSignInOptions() {
  const api = useApi()
  const options = useState<ApiResponse<'GET /api/sign-in'> | undefined>('sign-in-options')
  const load = async () => {
    options.value = await api('GET /api/sign-in').catch(() => undefined)
  }
  const { isHydrating } = useNuxtApp()
  onServerPrefetch(load)
  onMounted(() => {
    if (!isHydrating || !options.value) void load()
  })
  return options
}
