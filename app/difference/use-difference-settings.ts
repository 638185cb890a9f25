import { deviceStorage, parseStored } from '~/ui/page/device-storage'
import { pageStore } from '~/ui/page/page-store'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { ComputedRef } from 'vue'
import type { DifferenceSettings } from './difference.worker'
import type { PixelBox } from '#shared/difference/difference'

/**
 * The settings for one review, as they are stored on the device. Ignored regions are stored by the id of an
 * artifact or by its group of variations.
 */
interface StoredSettings {
  threshold: number | null
  ignored: Record<string, PixelBox[]>
}

const initial: StoredSettings = { threshold: null, ignored: {} }

/** The settings for differences in the page's review, stored on this device. */
export interface DifferenceSettingsStore {
  /** The settings for the artifact on the stage. */
  readonly settings: ComputedRef<DifferenceSettings>
  setThreshold: (threshold: number | null) => void
  /** Replaces the ignored regions of the artifact on the stage. Returns a function that restores them. */
  setIgnored: (boxes: PixelBox[]) => () => void
}

const store = pageStore<DifferenceSettingsStore>('difference settings')

/** The settings for differences on the page. */
export function useDifferenceSettings(): DifferenceSettingsStore {
  return store.use()
}

/** Shares the settings for differences with the page's components. */
export function provideDifferenceSettings({ source: { id }, selection: { artifact } }: ReviewState): void {
  const key = `difference:${id}`
  const stored = shallowRef(
    import.meta.server ? initial : (parseStored(deviceStorage.read(key) ?? '', isValid) ?? initial),
  )
  const subject = computed(() => artifact.value?.variationGroup ?? artifact.value?.id ?? '')
  const ignored = computed(() => stored.value.ignored[subject.value] ?? [])

  function change(next: Partial<StoredSettings>) {
    stored.value = { ...stored.value, ...next }
    deviceStorage.write(key, JSON.stringify(stored.value))
  }
  const setIgnoredOf = (of: string, boxes: PixelBox[]) =>
    change({ ignored: { ...stored.value.ignored, [of]: boxes } })

  store.provide({
    settings: computed(() => ({ threshold: stored.value.threshold, ignored: ignored.value })),
    setThreshold: threshold => change({ threshold }),
    setIgnored(boxes) {
      const [of, before] = [subject.value, ignored.value]
      setIgnoredOf(of, boxes)
      return () => setIgnoredOf(of, before)
    },
  })
}

const isValid = ({ threshold, ignored }: StoredSettings) =>
  (threshold === null || (typeof threshold === 'number' && threshold >= 0 && threshold <= 1)) &&
  Object.values(ignored).every(boxes => boxes.every(isBox))

const isBox = ({ x, y, width, height }: PixelBox) => [x, y, width, height].every(Number.isFinite)
