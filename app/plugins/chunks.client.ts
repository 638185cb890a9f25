/**
 * Handles JavaScript chunks that fail to load. If the server responds, it has a newer build: the target page
 * is loaded from it. If the server is unreachable, the current page stays, with the typed text.
 */
export default defineNuxtPlugin(nuxtApp => {
  const { probe, offline } = useConnection()
  const chunkErrors = new WeakSet<object>()
  nuxtApp.hook('app:chunkError', ({ error }: { error: object }) => {
    chunkErrors.add(error)
  })
  useRouter().onError(async (error: object, to) => {
    if (!chunkErrors.has(error)) return
    await probe()
    if (!offline.value) reloadNuxtApp({ path: to.fullPath, force: true })
  })
})
