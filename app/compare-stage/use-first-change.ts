import { toScreenBox, type Box, type Size } from '#shared/annotation/projection'
import { boxInPadded } from '#shared/difference/padded-size'
import type { ShownSide } from '~/compare/shown-side'
import { changedBoxes } from '~/compare/swipe'
import type { StageViewport } from '~/stage/use-viewport'

/** CSS pixels: a change counts as in view if at least this part of its height is visible. */
const VISIBLE = 24
/** A fraction of the height of the stage. If a change is higher than this, its upper part is shown. */
const PART = 0.6

/**
 * Scrolls a tall image to the first change when a comparison begins and none is in view. Does nothing if a
 * comment is open, or if the person has moved the images. `padded`: the size that contains both images.
 */
export function useFirstChange(
  viewport: StageViewport,
  sides: () => readonly [before: ShownSide, after: ShownSide],
  padded: () => Size,
): void {
  const { threadId } = useThreadSelection()
  /** The compared revisions, once their view is known. */
  const compared = computed(() => {
    const ids = sides().map(each => each.evidence?.revision.id)
    return viewport.exact.value && ids.every(Boolean) ? ids.join() : undefined
  })
  function show() {
    const [before, after] = sides()
    const view = viewport.exact.value
    const [older, newer] = [before.evidence?.revision, after.evidence?.revision]
    if (!view || !older || !newer || threadId.value !== undefined || !viewport.fitted.value) return
    const boxes = changedBoxes(older, newer).map(each => boxInPadded(each, after.size, padded()))
    const isInView = (box: Box) => {
      const { y, height } = toScreenBox(view, box)
      const shown = Math.min(y + height, view.stage.height) - Math.max(y, 0)
      return shown >= Math.min(VISIBLE, height)
    }
    const [first] = boxes
    if (!first || boxes.some(isInView)) return
    const highest = (PART * view.stage.height) / (view.image.height * view.scale)
    viewport.reveal({ ...first, height: Math.min(first.height, highest) })
  }
  watch(compared, now => now && show(), { immediate: true, flush: 'post' })
}
