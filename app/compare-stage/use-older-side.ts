import type { Shape } from '#shared/contract/geometry'
import type { ShownSide } from '~/compare/pair'
import { newerPlace } from '~/difference/newer-place'
import type { Changes } from './use-changes'

/** The older side of a difference, whose marks are drawn in the picture of the newer side. */
export function useOlderSide(before: () => ShownSide, difference: Changes['difference']) {
  /**
   * Returns the place of a shape of the older side in the shown picture. Returns null if the picture does not
   * have this place, and until the changes are known.
   */
  const olderPlace = (shape: Shape) =>
    difference.value.state === 'done' ? newerPlace(difference.value.changes, before().size, shape) : null
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
