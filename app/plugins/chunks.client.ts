/**
 * A part of the program that does not load: the server was replaced by a newer build, and the page loads anew
 * where it was going; or it cannot be reached, and the page stays as it is, with what is typed on it.
 */
export default defineNuxtPlugin(nuxtApp => {
  const { probe, lost } = useConnection()
  const broken = new WeakSet<object>()
  nuxtApp.hook('app:chunkError', ({ error }: { error: object }) => {
    broken.add(error)
  })
  useRouter().onError(async (error: object, to) => {
    if (!broken.has(error)) return
    await probe()
    if (!lost.value) reloadNuxtApp({ path: to.fullPath, force: true })
  })
})
