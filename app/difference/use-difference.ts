import type { Change } from '#shared/difference/changes'
import type { ComparisonSettings } from '#shared/contract/comparison'
import type { DifferenceMessage } from '~/difference/difference.worker'
import { closeBands, createResultCache, type DrawnBand } from './result-cache'
import { startDifference } from './start-difference'

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

/** Returns the difference after a message of the worker. */
function withMessage(difference: Difference, message: DifferenceMessage): Difference {
  const { isDark } = difference
  if (message.type === 'band') return { ...difference, progress: message.progress }
  if (message.type === 'loaded') return { ...difference, isDark: message.isDark }
  if (message.type === 'failed')
    return { ...difference, state: 'failed', isHidden: message.isHidden, isDark: isDark ?? false }
  return { ...message, state: 'done', progress: 1, isHidden: false, isDark }
}

/**
 * Computes the difference of two images in a worker. Computes it again when the URLs of the images or the
 * settings change, unless its result is cached.
 */
export function useDifference(
  addresses: () => [left: string, right: string] | null,
  settings: () => ComparisonSettings | undefined,
) {
  const difference = shallowRef(initial)
  const bands = shallowRef<DrawnBand[]>([])
  /** Ends the worker. */
  let endWorker: (() => void) | undefined
  /** The key of the shown difference. */
  let shownKey = ''
  /** The results that are not shown, by the URLs of the images and the settings. */
  const cache = createResultCache<{ difference: Difference; bands: DrawnBand[] }>()

  function stop() {
    endWorker?.()
    if (difference.value.state === 'done')
      cache.add(shownKey, { difference: difference.value, bands: bands.value })
    else closeBands(bands.value)
    bands.value = []
  }
  function receive(message: DifferenceMessage) {
    if (message.type === 'band') {
      const { y, rows, width, bitmap } = message
      bands.value = [...bands.value, { y, rows, width, bitmap }]
    }
    difference.value = withMessage(difference.value, message)
  }

  function start() {
    stop()
    difference.value = { ...initial, isDark: difference.value.isDark }
    const pair = addresses()
    const rules = settings()
    if (!pair || !rules) return
    shownKey = JSON.stringify([pair, rules])
    const known = cache.take(shownKey)
    if (known) {
      difference.value = known.difference
      bands.value = known.bands
      return
    }
    endWorker = startDifference({ left: pair[0], right: pair[1], ...rules }, receive)
  }
  watch(() => JSON.stringify([addresses(), settings()]), start)
  onMounted(start)
  onBeforeUnmount(() => {
    stop()
    cache.clear()
  })

  return { difference, bands, retry: start }
}
