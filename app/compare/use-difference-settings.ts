import type { DifferenceSettings } from './difference.worker'
import type { PixelBox } from './difference'

/** What the device stores for a review. Ignored regions belong to an artifact or to a group of variations. */
interface StoredSettings {
  threshold: number | null
  ignored: Record<string, PixelBox[]>
}

const initial: StoredSettings = { threshold: null, ignored: {} }

/** How differences of the page's review are computed, stored on this device. */
export function useDifferenceSettings() {
  const { id } = useReviewSource()
  const { artifact } = useSelection()
  const key = `difference:${id}`
  const stored = shallowRef(read(key))
  const subject = computed(() => artifact.value?.variationGroup ?? artifact.value?.id ?? '')
  const ignored = computed(() => stored.value.ignored[subject.value] ?? [])

  function change(next: Partial<StoredSettings>) {
    stored.value = { ...stored.value, ...next }
    try {
      localStorage.setItem(key, JSON.stringify(stored.value))
    } catch {
      // Storage is full or disabled: the settings are on the page only.
    }
  }
  const setIgnored = (boxes: PixelBox[]) =>
    change({ ignored: { ...stored.value.ignored, [subject.value]: boxes } })

  return {
    settings: computed<DifferenceSettings>(() => ({
      threshold: stored.value.threshold,
      ignored: ignored.value,
    })),
    setThreshold: (threshold: number | null) => change({ threshold }),
    ignore: (box: PixelBox) => setIgnored([...ignored.value, box]),
    unignore: (index: number) => setIgnored(ignored.value.toSpliced(index, 1)),
    unignoreAll: () => setIgnored([]),
  }
}

/** Reads what is stored; an older version or another program may have written anything. */
function read(key: string): StoredSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<
      Record<keyof StoredSettings, unknown>
    >
    const { threshold, ignored } = stored
    const boxes = Object.entries(ignored ?? {}).filter((entry): entry is [string, PixelBox[]] =>
      Array.isArray(entry[1]),
    )
    return {
      threshold: typeof threshold === 'number' && threshold >= 0 && threshold <= 1 ? threshold : null,
      ignored: Object.fromEntries(boxes),
    }
  } catch {
    return initial
  }
}
