import type { Size } from '~/annotation/projection'

/** A picture that appears progressively: its thumbnail first, then the whole. Never another picture's in between. */
export function usePicture(address: () => string | null) {
  const image = shallowRef<HTMLImageElement | null>(null)
  const natural = ref<Size | null>(null)
  const failed = ref(false)
  let wanted = ''

  async function load(src: string, whole: boolean) {
    const element = new Image()
    element.decoding = 'async'
    element.src = src
    await element.decode()
    // Another revision was chosen, or the whole came before its thumbnail.
    if (!src.startsWith(wanted) || (!whole && image.value?.src === wanted)) return
    image.value = element
    if (whole) natural.value = { width: element.naturalWidth, height: element.naturalHeight }
  }

  function start() {
    const src = address()
    if (!src || src === wanted) return
    wanted = src
    image.value = null
    natural.value = null
    failed.value = false
    void load(`${src}?w=640`, false).catch(() => {})
    load(src, true).catch(() => { failed.value = wanted === src })
  }
  watch(address, start)
  onMounted(start)

  return { image, natural, failed, retry: () => { wanted = ''; start() } }
}
