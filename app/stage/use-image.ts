import type { Size } from '~/annotation/projection'

/** So many fetched pictures stay at hand, decoded or nearly so. */
const HELD = 12
const held: HTMLImageElement[] = []
/** Sizes of the pictures that were fetched, by address. Filled in the browser only. */
const known = shallowReactive(new Map<string, Size>())

/** The size in which a picture is served; undefined as long as it was not fetched. */
export const knownSize = (address: string | null | undefined) => (address ? known.get(address) : undefined)

/** A picture from the top, small. */
export const thumbOf = (address: string) => `${address}?w=640`

/** Fetches a picture, so that it appears at once where it is wanted. Throws when it cannot be had. */
export async function fetchPicture(address: string, fetchPriority: 'auto' | 'low' = 'auto'): Promise<Size> {
  const element = new Image()
  element.decoding = 'async'
  element.fetchPriority = fetchPriority
  element.src = address
  await element.decode()
  held.push(element)
  if (held.length > HELD) held.shift()
  const size = { width: element.naturalWidth, height: element.naturalHeight }
  known.set(address, size)
  return size
}

/** An image of the stage. */
export interface StageImage {
  /** What can be drawn at once: the image, or first its thumbnail; null while neither is decoded. */
  src: Ref<string | null>
  /** The size of the whole image; null until it is decoded. */
  natural: Ref<Size | null>
  failed: Ref<boolean>
  retry: () => void
}

/** Loads an image progressively: its thumbnail first. Never shows another image in between. */
export function useImage(address: () => string | null): StageImage {
  const src = ref<string | null>(null)
  const natural = ref<Size | null>(null)
  const failed = ref(false)
  let wanted = ''

  function show(from: string, size: Size | null) {
    src.value = from
    natural.value = size
  }

  function start() {
    const from = address()
    if (!from || from === wanted) return
    wanted = from
    failed.value = false
    src.value = known.has(from) ? from : known.has(thumbOf(from)) ? thumbOf(from) : null
    natural.value = known.get(from) ?? null
    // Another revision may be wanted by then, and the whole be here before its thumbnail.
    fetchPicture(from).then(
      size => {
        if (wanted === from) show(from, size)
      },
      () => {
        failed.value = wanted === from
      },
    )
    if (!src.value)
      fetchPicture(thumbOf(from)).then(
        () => {
          if (wanted === from && !natural.value) show(thumbOf(from), null)
        },
        () => {},
      )
  }
  watch(address, start)
  onMounted(start)

  return {
    src,
    natural,
    failed,
    retry: () => {
      wanted = ''
      start()
    },
  }
}
