import type { Size } from '#shared/annotation/projection'

/**
 * The maximum number of images in `cache`. The browser does not discard the decoded pixels of these images.
 */
const CACHE_SIZE = 12

// Module variables: one cache per browser tab, for all pages. They are filled in the browser only, because on
// the server a module is shared by all requests.
const cache: HTMLImageElement[] = []
const sizes = shallowReactive(new Map<string, Size>())

/** Returns the size of a loaded image; undefined until it is loaded. */
export const knownSize = (address: string | null | undefined) => (address ? sizes.get(address) : undefined)

/** Returns the URL of an image's thumbnail. The thumbnail of a very tall image shows only its top. */
export const thumbnailUrl = (address: string) => `${address}?w=640`

/**
 * Loads and decodes an image, so that it can be displayed without delay. Rejects if loading or decoding
 * fails.
 */
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
  /** The URL that can be displayed: of the image, or of its thumbnail; null while neither is loaded. */
  src: Ref<string | null>
  /** The size of the full image; null until it is loaded. */
  natural: Ref<Size | null>
  failed: Ref<boolean>
  retry: () => void
}

/**
 * Loads an image, and shows its thumbnail first. When the URL changes, the previous image is not shown any
 * more. An image that could not be loaded is loaded again when the browser is online again. VueUse's
 * `useImage` shows no thumbnail and keeps no decoded images.
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
    // Ignores a response if the URL has changed, or if the full image is already shown: responses can arrive
    // late, and in any order.
    fetchImage(from).then(
      size => {
        if (current === from) show(from, size)
      },
      () => {
        if (current === from) failed.value = true
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
