import { toScreenBox, type Box } from '#shared/annotation/projection'
import { boundsOfAll } from '#shared/annotation/shapes'
import { viewOf, type ShownSide } from '~/compare/pair'
import { dividerAt, firstChange } from '~/compare/swipe'
import type { StageViewport } from '~/stage/use-viewport'
import { useDivider } from '~/ui/elements/use-divider'

/** The initial position of the divider, in percent of the stage's width. */
const MIDDLE = 50
/**
 * A fraction of the image's width. Left of a change that begins nearer than this to the image's left edge,
 * there is no space for the divider.
 */
const EDGE = 0.03

/**
 * The divider of a swipe comparison. For each pair of images, it begins in the middle, or left of the first
 * change if that is further left, so that the new state of the change is visible. When a comment is opened,
 * the divider moves so that the mark of the comment is visible on the side of its image.
 */
export function useSwipeDivider(
  stage: Readonly<Ref<HTMLElement | null>>,
  viewport: StageViewport,
  sides: () => readonly [before: ShownSide, after: ShownSide],
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
  /**
   * Returns the change whose new state the divider shows at first. Returns undefined if there is none, and
   * for a change that fills the left half of the image: no divider fits left of it, and a divider in the
   * middle shows both of its states.
   */
  function changeToShow() {
    const [before, after] = sides().map(each => each.evidence?.revision)
    const change = before && after && firstChange(before, after)
    return change && (change.x > EDGE || change.x + change.width < MIDDLE / 100) ? change : undefined
  }
  function begin() {
    moveTo(MIDDLE)
    show(sides()[1], changeToShow())
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
  // After a change of the compare mode, the view of the images is known only when the stage has a size.
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
