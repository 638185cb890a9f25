import type { Box, View } from '#shared/annotation/projection'
import { isBoxVisible } from '~/stage/fitted-view'
import type { StageViewport } from '~/stage/use-viewport'
import { centerOn } from '~/annotation/zoom-and-pan'

/**
 * Moves the images to the earlier place of the chosen change while the older image is shown, if this place is
 * not in view, and back afterwards. `place`: the earlier place of the chosen change, in fractions of the
 * padded size; null if no change is chosen.
 */
export function useOlderView(
  viewport: Pick<StageViewport, 'exact' | 'fitted' | 'change' | 'fit'>,
  isOlderShown: () => boolean,
  place: () => Box | null,
): void {
  /** The view to go back to; null if the images were not moved. */
  let before: { view: View; fitted: boolean } | null = null
  watch(isOlderShown, isShown => {
    const [view, box] = [viewport.exact.value, place()]
    if (!isShown) {
      if (before?.fitted) viewport.fit()
      else if (before) viewport.change(before.view)
      before = null
    } else if (view && box && !isBoxVisible(view, box)) {
      before = { view, fitted: viewport.fitted.value }
      viewport.change(centerOn(view, box))
    }
  })
}
