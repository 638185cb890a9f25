import type { Shape } from '#shared/contract/geometry'
import type { ShownSide } from '~/compare/shown-side'
import { placedShapes } from '~/difference/placed-shapes'
import type { Changes } from './use-changes'

/** The older side of a difference, whose marks are drawn in the picture of the newer side. */
export function useOlderSide(
  before: () => ShownSide,
  after: () => ShownSide,
  difference: Changes['difference'],
) {
  /**
   * Returns the place of a shape of the older side in the shown picture, in fractions of the older image.
   * Returns null if the picture does not have this place, and until the changes are known.
   */
  function olderPlace(shape: Shape): Shape | null {
    const { state, changes } = difference.value
    if (state !== 'done') return null
    return placedShapes([shape], changes, [before().size, after().size], { infers: false })?.[0] ?? null
  }
  /** The older side, with the marks of unsent comments at their places in the shown picture. */
  const placedBefore = computed(() => ({
    ...before(),
    pending: before().pending.flatMap(each => {
      const shape = olderPlace(each.shape)
      return shape ? { ...each, shape } : []
    }),
  }))
  return { olderPlace, placedBefore }
}
