import { clamp } from '#shared/annotation/fraction'
import { toScreenBox, type Box } from '#shared/annotation/projection'
import { boundsOfAll } from '#shared/annotation/shapes'
import { viewOf, type ShownSide } from '~/compare/shown-side'
import { changedBoxes, dividerAt, middleOfLargest } from '~/compare/swipe'
import type { StageViewport } from '~/stage/use-viewport'
import { useDivider } from '~/ui/elements/use-divider'

/** The initial position of the divider, in percent of the stage's width. */
const MIDDLE = 50
/** CSS pixels: the divider that shows a change begins at least this far from the edges of the stage. */
const EDGE = 24

/**
 * The divider of a swipe comparison. For each pair of images, it begins in the middle of the largest
 * change that is in view, so that both states of the change are visible; if the person has chosen a change,
 * it begins in the middle of that one. When a comment is opened, the divider moves so that the mark of the
 * comment is visible on the side of its image. `chosen`: the box of the chosen change, in fractions of the
 * padded size.
 */
export function useSwipeDivider(
  stage: Readonly<Ref<HTMLElement | null>>,
  viewport: StageViewport,
  sides: () => readonly [before: ShownSide, after: ShownSide],
  chosen: () => Box | null = () => null,
) {
  const divider = useDivider(stage, {
    keys: { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10, Home: -100, End: 100 },
    shift: 10,
  })
  const { divider: position, moveTo } = divider
  /**
   * The initial position for the shown pair. If the current position differs, a person has moved the divider.
   */
  let start = MIDDLE

  /** Moves the divider, if necessary, so that a box of one side is on the part that shows this side. */
  function show(side: ShownSide, box: Box | undefined | null) {
    const view = viewOf(side, viewport.exact.value)
    if (!view || !box || view.stage.width === 0) return
    const stage = view.stage.width
    const mark = toScreenBox(view, box)
    const images = toScreenBox(viewport.exact.value ?? view, { x: 0, y: 0, width: 1, height: 1 })
    const isOnLeft = side === sides()[0]
    const at = dividerAt((position.value / 100) * stage, { mark, isOnLeft, images, stage })
    moveTo((100 * at) / stage)
  }
  function showMark() {
    const [before, after] = sides()
    const side = after.mark ? after : before
    show(side, side.mark && boundsOfAll(side.mark))
  }
  /** Returns the position at which both states of the largest change are visible, in percent of the stage. */
  function positionOfChange(): number | undefined {
    const [, after] = sides()
    const view = viewOf(after, viewport.exact.value)
    const [older, newer] = sides().map(each => each.evidence?.revision)
    if (!view || !older || !newer || view.stage.width < 2 * EDGE) return undefined
    const box = chosen()
    const changes =
      box && viewport.exact.value
        ? [toScreenBox(viewport.exact.value, box)]
        : changedBoxes(older, newer).map(each => toScreenBox(view, each))
    const middle = middleOfLargest(changes, view.stage)
    return middle === undefined
      ? undefined
      : (100 * clamp(middle, EDGE, view.stage.width - EDGE)) / view.stage.width
  }
  function begin() {
    moveTo(positionOfChange() ?? MIDDLE)
    showMark()
    start = position.value
  }

  const { focusRequest } = useThreadSelection()
  const { openRequest } = usePending()
  watch([focusRequest, openRequest], showMark, { flush: 'post' })
  watch(
    () =>
      sides()
        .map(each => each.evidence?.revision.id)
        .join(),
    begin,
    { flush: 'post' },
  )
  // Positions the divider again when the stage gets a size: after a change of the compare mode, the view of
  // the images is not known before.
  watch(
    [() => viewport.stage.value.width, () => viewport.exact.value !== null],
    () => {
      if (position.value === start) begin()
    },
    { flush: 'post' },
  )
  onMounted(begin)
  return divider
}
