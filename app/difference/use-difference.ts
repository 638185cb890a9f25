import type { Change } from '#shared/difference/changes'
import type { ComparisonSettings } from '#shared/contract/comparison'
import type { DifferenceMessage, DifferenceRequest } from '~/difference/difference.worker'

/** Rows of the difference as a bitmap. */
export interface DrawnBand {
  y: number
  rows: number
  width: number
  bitmap: ImageBitmap
}

/** The difference of two images; counts are in pixels. */
export interface Difference {
  state: 'working' | 'done' | 'failed'
  /** The progress from 0 to 1. */
  progress: number
  changed: number
  /** The number of pixels that differ by less than the threshold. */
  belowThreshold: number
  total: number
  changes: Change[]
  /** Whether the browser changes the pixels that it reads. Small differences are then not counted. */
  isNoisy: boolean
  /** Whether the browser hides the pixels of images from pages. */
  isHidden: boolean
  /** Whether the images are dark; null until they are loaded. */
  isDark: boolean | null
}

const initial: Difference = {
  state: 'working',
  progress: 0,
  changed: 0,
  belowThreshold: 0,
  total: 0,
  changes: [],
  isNoisy: false,
  isHidden: false,
  isDark: null,
}

/** A result that can be shown again. */
interface Kept {
  difference: Difference
  bands: DrawnBand[]
}

/** The maximum number of results that are kept, and of all pixels of their bitmaps (4 bytes each). */
const [MAX_KEPT, MAX_KEPT_PIXELS] = [4, 16_000_000]

const pixelsOf = ({ bands }: Kept) => bands.reduce((sum, { width, rows }) => sum + width * rows, 0)
const close = (bands: readonly DrawnBand[]) => {
  for (const { bitmap } of bands) bitmap.close()
}

/**
 * Computes the difference of two images in a worker. Computes it again when the URLs of the images or the
 * settings change, unless its result is among the few that are kept.
 */
export function useDifference(
  addresses: () => [left: string, right: string] | null,
  settings: () => ComparisonSettings | undefined,
) {
  const difference = shallowRef(initial)
  const bands = shallowRef<DrawnBand[]>([])
  let worker: Worker | undefined
  /** The key of the shown difference. */
  let shownKey = ''
  /** The results that are not shown, the latest last, by the URLs of the images and the settings. */
  const kept = new Map<string, Kept>()

  function stop() {
    worker?.terminate()
    if (difference.value.state === 'done')
      keep(shownKey, { difference: difference.value, bands: bands.value })
    else close(bands.value)
    bands.value = []
  }
  function keep(key: string, result: Kept) {
    kept.set(key, result)
    for (const [each, old] of kept) {
      const pixels = [...kept.values()].reduce((sum, one) => sum + pixelsOf(one), 0)
      if (kept.size <= MAX_KEPT && pixels <= MAX_KEPT_PIXELS) return
      kept.delete(each)
      close(old.bands)
    }
  }
  function end() {
    stop()
    for (const each of kept.values()) close(each.bands)
    kept.clear()
  }

  function receive(message: DifferenceMessage) {
    if (message.type === 'band') {
      const { y, rows, width, bitmap, progress } = message
      bands.value = [...bands.value, { y, rows, width, bitmap }]
      difference.value = { ...difference.value, progress }
    } else if (message.type === 'loaded') {
      difference.value = { ...difference.value, isDark: message.isDark }
    } else {
      const { isDark } = difference.value
      difference.value =
        message.type === 'failed'
          ? { ...difference.value, state: 'failed', isHidden: message.isHidden, isDark: isDark ?? false }
          : { ...message, state: 'done', progress: 1, isHidden: false, isDark }
      worker?.terminate()
    }
  }

  function start() {
    stop()
    difference.value = { ...initial, isDark: difference.value.isDark }
    const pair = addresses()
    const rules = settings()
    if (!pair || !rules) return
    shownKey = JSON.stringify([pair, rules])
    const known = kept.get(shownKey)
    if (known) {
      kept.delete(shownKey)
      difference.value = known.difference
      bands.value = known.bands
      return
    }
    worker = new Worker(new URL('./difference.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<DifferenceMessage>) => receive(data)
    worker.onerror = () => receive({ type: 'failed', isHidden: false })
    const request: DifferenceRequest = { left: pair[0], right: pair[1], ...rules }
    worker.postMessage(request)
  }
  watch(() => JSON.stringify([addresses(), settings()]), start)
  onMounted(start)
  onBeforeUnmount(end)

  return { difference, bands, retry: start }
}
