import type { Change } from '~/compare/changes'
import type { DifferenceAnswer } from '~/compare/difference.worker'

/** Rows of the difference as a picture. */
export interface DrawnBand {
  y: number
  rows: number
  width: number
  bitmap: ImageBitmap
}
export interface Difference {
  state: 'working' | 'done' | 'failed'
  progress: number
  changed: number
  slight: number
  total: number
  changes: Change[]
}

/** The difference of two pictures, worked out beside the page. */
export function useDifference(addresses: () => [left: string, right: string] | null) {
  const fresh = (): Difference => ({
    state: 'working',
    progress: 0,
    changed: 0,
    slight: 0,
    total: 0,
    changes: [],
  })
  const difference = shallowRef(fresh())
  const bands = shallowRef<DrawnBand[]>([])
  let worker: Worker | undefined

  function stop() {
    worker?.terminate()
    for (const { bitmap } of bands.value) bitmap.close()
    bands.value = []
  }

  function take(message: DifferenceAnswer) {
    if (message.type === 'band') {
      const { y, rows, width, bitmap } = message
      bands.value = [...bands.value, { y, rows, width, bitmap }]
      difference.value = { ...difference.value, progress: message.done }
    } else {
      difference.value =
        message.type === 'failed'
          ? { ...difference.value, state: 'failed' }
          : { ...message, state: 'done', progress: 1 }
      worker?.terminate()
    }
  }

  function start() {
    stop()
    difference.value = fresh()
    const pair = addresses()
    if (!pair) return
    worker = new Worker(new URL('./difference.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<DifferenceAnswer>) => take(data)
    worker.onerror = () => take({ type: 'failed' })
    worker.postMessage({ left: pair[0], right: pair[1] })
  }
  watch(() => addresses()?.join(' '), start)
  onMounted(start)
  onBeforeUnmount(stop)

  return { difference, bands, retry: start }
}
