import type { Size } from '#shared/annotation/projection'

/** The number of images that are cached, so that the browser keeps them decoded. */
const CACHE_SIZE = 12

// Module variables: one cache per browser tab, for all pages. They are filled in the browser only, because on
// the server a module is shared between requests.
const cache: HTMLImageElement[] = []
const sizes = shallowReactive(new Map<string, Size>())

/** Returns the size of a loaded image; undefined until it is loaded. */
export const knownSize = (address: string | null | undefined) => (address ? sizes.get(address) : undefined)

/** Returns the address of an image's thumbnail. For a very tall image it shows the top only. */
export const thumbnailUrl = (address: string) => `${address}?w=640`

/** Loads and decodes an image, so that it can be displayed without delay. Rejects if that fails. */
export async function fetchImage(address: string, fetchPriority: 'auto' | 'low' = 'auto'): Promise<Size> {
  const element = new Image()
  element.decoding = 'async'
  element.fetchPriority = fetchPriority
  element.src = address
  await element.decode()
  cache.push(element)
  if (cache.length > CACHE_SIZE) cache.shift()
  const size = { width: element.naturalWidth, height: element.naturalHeight }
  sizes.set(address, size)
  return size
}

/** An image that loads progressively. */
export interface ProgressiveImage {
  /** The address that can be displayed: the image's, or its thumbnail's; null while neither is loaded. */
  src: Ref<string | null>
  /** The size of the full image; null until it is loaded. */
  natural: Ref<Size | null>
  failed: Ref<boolean>
  retry: () => void
}

/**
 * Loads an image, its thumbnail first. After a change of the address, the previous image is never displayed.
 * A failed image is loaded again when the browser is online again.
 */
export function useImage(address: () => string | null): ProgressiveImage {
  const src = ref<string | null>(null)
  const natural = ref<Size | null>(null)
  const failed = ref(false)
  let current = ''

  function show(from: string, size: Size | null) {
    src.value = from
    natural.value = size
  }

  function start() {
    const from = address()
    if (!from || from === current) return
    current = from
    failed.value = false
    src.value = sizes.has(from) ? from : sizes.has(thumbnailUrl(from)) ? thumbnailUrl(from) : null
    natural.value = sizes.get(from) ?? null
    // Responses can arrive late or out of order: the address may have changed, or the full image may be
    // shown.
    fetchImage(from).then(
      size => {
        if (current === from) show(from, size)
      },
      () => {
        failed.value = current === from
      },
    )
    if (!src.value)
      fetchImage(thumbnailUrl(from)).then(
        () => {
          if (current === from && !natural.value) show(thumbnailUrl(from), null)
        },
        () => {},
      )
  }
  function retry() {
    current = ''
    start()
  }
  watch(address, start)
  onMounted(start)
  useRetryOnline(() => {
    if (failed.value) retry()
  })

  return { src, natural, failed, retry }
}
