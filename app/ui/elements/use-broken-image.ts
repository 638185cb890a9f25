import type { Ref } from 'vue'

/**
 * Whether an image could not be loaded, such as before the page was hydrated. Another address is tried again,
 * and so is the same one once the server can be reached again, and by `retry`. `markBroken`: listens to its
 * `error` event. `image`: null where it is not rendered before the page is hydrated.
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
    // Also of an image that is to be loaded later: only one that failed cannot be decoded.
    if (element?.complete && element.naturalWidth === 0) element.decode().catch(markBroken)
  })
  return { isBroken: computed(() => failed.value !== null && failed.value === address()), markBroken, retry }
}
