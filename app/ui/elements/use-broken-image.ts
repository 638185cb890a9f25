import type { Ref } from 'vue'

/**
 * Whether an image could not be loaded; this may happen before the page is hydrated. Loading is tried again
 * with another address, when the server can be reached again, and by `retry`. `markBroken`: the listener of
 * its `error` event. `image`: null if it is not rendered before the page is hydrated.
 */
export function useBrokenImage(
  image: Readonly<Ref<HTMLImageElement | null>> | null,
  address: () => string | null,
) {
  const { offline } = useConnection()
  const failed = ref<string | null>(null)
  const markBroken = () => {
    failed.value = address()
  }
  const retry = () => {
    failed.value = null
  }
  watch(offline, now => {
    if (!now) retry()
  })
  onMounted(() => {
    const element = image?.value
    // Images that load lazily are not decoded yet either, but only a failed one cannot be decoded.
    if (element?.complete && element.naturalWidth === 0) element.decode().catch(markBroken)
  })
  return { isBroken: computed(() => failed.value !== null && failed.value === address()), markBroken, retry }
}
