import type { Ref } from 'vue'

/**
 * Whether an image could not be loaded, even if its loading failed before the page was hydrated. The image is
 * loaded again when its URL changes, when the server can be reached again, and when `retry` is called.
 * `markBroken`: the listener for the image's `error` event. `image`: the image element; null if the image is
 * not rendered before the page is hydrated.
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
    // An image that loads lazily and is not loaded yet has no size either. `decode` distinguishes it from a
    // failed image, because `decode` rejects only if loading has failed.
    if (element?.complete && element.naturalWidth === 0) element.decode().catch(markBroken)
  })
  return { isBroken: computed(() => failed.value !== null && failed.value === address()), markBroken, retry }
}
