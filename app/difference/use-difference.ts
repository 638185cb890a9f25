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

/**
 * Computes the difference of two images in a worker. Computes it again when the URLs of the images or the
 * settings change.
 */
export function useDifference(
  addresses: () => [left: string, right: string] | null,
  settings: () => ComparisonSettings | undefined,
) {
  const difference = shallowRef(initial)
  const bands = shallowRef<DrawnBand[]>([])
  let worker: Worker | undefined

  function stop() {
    worker?.terminate()
    for (const { bitmap } of bands.value) bitmap.close()
    bands.value = []
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
    worker = new Worker(new URL('./difference.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<DifferenceMessage>) => receive(data)
    worker.onerror = () => receive({ type: 'failed', isHidden: false })
    const request: DifferenceRequest = { left: pair[0], right: pair[1], ...rules }
    worker.postMessage(request)
  }
  watch(() => JSON.stringify([addresses(), settings()]), start)
  onMounted(start)
  onBeforeUnmount(stop)

  return { difference, bands, retry: start }
}
