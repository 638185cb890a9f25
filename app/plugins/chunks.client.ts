import { text } from '~/text/shell'
import { usePageToasts } from '~/ui/messages/use-page-toasts'

/**
 * Handles JavaScript chunks that cannot be loaded. During navigation, the browser loads the target page from
 * the server if the server responds, because the server then has a newer build. If the server cannot be
 * reached, the current page stays open, so that typed text is not lost. If a part of the open page cannot be
 * loaded, such as a dialog, a toast says so: without it, a press would have no visible effect.
 */
export default defineNuxtPlugin(nuxtApp => {
  const { probe, offline } = useConnection()
  const chunkErrors = new WeakSet<object>()
  nuxtApp.hook('app:chunkError', ({ error }: { error: object }) => {
    chunkErrors.add(error)
  })
  const toast = usePageToasts()
  nuxtApp.hook('vue:error', error => {
    if (!(error instanceof Error) || !chunkErrors.has(error)) return
    toast.add({ ...text.partNotLoaded, color: 'error' })
  })
  useRouter().onError(async (error: object, to) => {
    if (!chunkErrors.has(error)) return
    await probe()
    if (!offline.value) reloadNuxtApp({ path: to.fullPath, force: true })
  })
})
