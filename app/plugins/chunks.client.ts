/**
 * Handles JavaScript chunks that cannot be loaded during navigation. If the server responds, it has a newer
 * build, so the browser loads the target page from the server. If the server cannot be reached, the current
 * page stays open, so that typed text is not lost.
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
