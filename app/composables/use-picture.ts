import type { Size } from '~/annotation/projection'

/** A picture that appears progressively: its thumbnail first, then the whole. Never another picture's in between. */
export function usePicture(address: () => string | null) {
  /** Decoded: it appears at once. */
  const src = ref<string | null>(null)
  /** Null until the whole picture is there. */
  const natural = ref<Size | null>(null)
  const failed = ref(false)
  let wanted = ''

  async function load(from: string, whole: boolean) {
    const element = new Image()
    element.decoding = 'async'
    element.src = from
    await element.decode()
    // Another revision was chosen, or the whole came before its thumbnail.
    if (!from.startsWith(wanted) || (!whole && natural.value)) return
    src.value = from
    if (whole) natural.value = { width: element.naturalWidth, height: element.naturalHeight }
  }

  function start() {
    const from = address()
    if (!from || from === wanted) return
    wanted = from
    src.value = null
    natural.value = null
    failed.value = false
    void load(`${from}?w=640`, false).catch(() => {})
    load(from, true).catch(() => { failed.value = wanted === from })
  }
  watch(address, start)
  onMounted(start)

  return { src, natural, failed, retry: () => { wanted = ''; start() } }
}
