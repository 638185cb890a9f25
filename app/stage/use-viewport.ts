import type { ShallowRef } from 'vue'
import type { Box, Size, View } from '#shared/annotation/projection'
import { actualSize, centerOn, fit, snap, zoomAt } from '~/annotation/zoom-and-pan'
import type { PointGeometry } from '#shared/contract/geometry'
import { isBoxVisible, MIN_CLOSER_LOOK, MIN_ENLARGEMENT, readableScale, zoomToSpot } from './fitted-view'
import { isHandheld } from '~/ui/elements/use-media-query'
import type { FitOptions } from './use-placed-view'

/**
 * CSS pixels between the edge of the stage and a box that the view moves to, so that a pin at a corner of the
 * box is completely visible.
 */
const BOX_MARGIN = 28

/** CSS pixels per CSS pixel of the page in the image: the smallest scale of a compared spot on a phone. */
const MIN_SPOT_SCALE = 0.7

const middleOf = (target: PointGeometry | Box): PointGeometry =>
  'width' in target ? { x: target.x + target.width / 2, y: target.y + target.height / 2 } : target

/** The part of an image that a stage shows, and its scale: see {@link useViewport}. */
export interface ViewState {
  /** The view for drawing, aligned to device pixels. Null until the stage and the image have a size. */
  view: ComputedRef<View | null>
  /**
   * The view before it is aligned. Gestures continue from this view, because small steps would have no effect
   * on the aligned view.
   */
  exact: ComputedRef<View | null>
  /** The size of the stage in CSS pixels. */
  stage: ShallowRef<Size>
  /** Device pixels per CSS pixel. */
  ratio: Readonly<Ref<number>>
  /** The zoom in percent: 100 is one image pixel on one device pixel. */
  percent: ComputedRef<number>
  /** Whether the image is shown where {@link ViewMoves.fit} places it. */
  fitted: ComputedRef<boolean>
  /** Whether the image is shown larger than {@link ViewMoves.fit} shows it. */
  enlarged: ComputedRef<boolean>
}

/**
 * Changes the part of an image that a stage shows, and its scale. A call that is made before the stage and
 * the image have a size takes effect when both have a size.
 */
export interface ViewMoves {
  change: (next: View) => void
  /** Centers a point or a box, unless it is visible already. */
  reveal: (target: PointGeometry | Box) => void
  /**
   * Centers a point or a box, unless it is visible already. When the size of the stage changes, the image is
   * fitted again.
   */
  preview: (target: PointGeometry | Box) => void
  /**
   * Centers a point or a box at a scale at which its content can be read, or at a lower scale if the box does
   * not fit at that scale. Fits the image instead if the box would then be hardly smaller. With `isSpot`, a
   * phone shows the middle of a box that is too large to be readable. `among`: the boxes that a person steps
   * through; all of them that fit are shown at the same scale.
   */
  goTo: (target: PointGeometry | Box, options?: { isSpot?: boolean; among?: readonly Box[] }) => void
  onResize: (size: Size) => void
  /** Sets the size of the stage without moving the image, except down by `dy` CSS pixels. */
  keep: (size: Size, dy: number) => void
  fit: () => void
  /** Fits the image if it is shown smaller than the fitted image. */
  fitIfSmaller: () => void
  zoom: (factor: number) => void
  /**
   * Fits an enlarged image. Zooms a fitted image, to at least 100%; the given point of the image is then in
   * the center, as far as the edges of the image allow.
   */
  toggleZoom: (at: PointGeometry) => void
  /** Shows one image pixel on one device pixel. */
  actualSize: () => void
}

/** The zoom and scroll position of a stage; see {@link useViewport}. */
export interface StageViewport extends ViewState, ViewMoves {}

/** The part of a viewport that annotation tools use. */
export interface ToolViewport
  extends
    Pick<ViewState, 'view' | 'exact' | 'enlarged'>,
    Pick<ViewMoves, 'change' | 'zoom' | 'fit' | 'fitIfSmaller' | 'toggleZoom'> {}

/**
 * The zoom and scroll position of a stage. They are stored for an artifact or for its group of variations, so
 * that they stay the same when the revision, the variation or the compare mode changes.
 */
export function useViewport(image: () => Size, options: FitOptions = {}): StageViewport {
  const { revision } = useSelection()
  const placed = usePlacedView(image, options)
  const { stage, ratio, position, store, fitted, showFitted, place, whenPlaced } = placed
  const exact = computed<View | null>(() => position.value?.view ?? null)
  const view = computed<View | null>(() => (position.value ? snap(position.value.view, ratio.value) : null))
  const moveTo = (next: View, shown?: PointGeometry | Box) => {
    const { zoomed = false, isMovedByComparison, view: before } = position.value ?? {}
    const isZoom = next.scale !== before?.scale
    store({
      view: next,
      fitted: false,
      zoomed: zoomed || isZoom,
      // A zoom that the person has chosen stays after the comparison.
      isMovedByComparison: isMovedByComparison && !isZoom,
      ...(shown && { shown }),
    })
  }
  const change = (next: View) => moveTo(next)

  /** Returns the view after a double tap on a spot of the fitted image. */
  const zoomTo = (now: View, spot: PointGeometry) => zoomToSpot(now, spot, fitted().scale, ratio.value)

  /**
   * Moves the view to a target. If a comparison moves a fitted image, the position is marked, so that the
   * stage fits the image again after the comparison.
   */
  function showTarget(next: View, target: PointGeometry | Box) {
    const before = position.value
    moveTo(next, target)
    const moved = position.value
    const isLeftLater = options.isComparison === true && (before?.fitted || before?.isMovedByComparison)
    if (moved && isLeftLater) store({ ...moved, isMovedByComparison: true })
  }

  const reveal = (target: PointGeometry | Box) =>
    whenPlaced(now => {
      if (!isBoxVisible(now, target)) showTarget(centerOn(now, target), target)
    })

  const preview = (target: PointGeometry | Box) =>
    whenPlaced(now => {
      if (!isBoxVisible(now, target)) store({ view: centerOn(now, target), fitted: true, zoomed: false })
    })

  const goTo: ViewMoves['goTo'] = (target, { isSpot = false, among = [] } = {}) =>
    whenPlaced(now => {
      const density = revision.value?.viewport?.deviceScaleFactor ?? 1
      const close = isHandheld()
      const readable = Math.min(
        ...[target, ...among].map(each => readableScale(now, each, { ratio: ratio.value, density, close })),
      )
      const near = now.scale < readable ? zoomAt(now, { scale: readable }) : now
      const least = isSpot && close ? MIN_SPOT_SCALE / density : 0
      const fitting = centerOn(near, target, BOX_MARGIN)
      // If the box fits only at a lower scale, its middle is shown, also when the stage changes its size.
      const middle = fitting.scale < least ? middleOf(target) : null
      const centered = middle ? centerOn(zoomAt(near, { scale: least }), middle) : fitting
      // A box that is visible already is not shown smaller, even if it is then nearer to the edges.
      const next = centered.scale < now.scale && isBoxVisible(now, target) ? now : centered
      const whole = fitted()
      const isHardlyLarger = next.scale < whole.scale * MIN_CLOSER_LOOK
      if (isHardlyLarger && isBoxVisible(whole, target)) return showFitted()
      showTarget(next, middle ?? target)
    })

  const isEnlarged = ({ scale }: View) => scale > fitted().scale * MIN_ENLARGEMENT
  const toggleZoom = (at: PointGeometry) =>
    whenPlaced(now => {
      if (isEnlarged(now)) showFitted()
      else store({ view: zoomTo(now, at), fitted: false, zoomed: true, around: at })
    })

  return {
    view,
    exact,
    stage,
    ratio,
    change,
    reveal,
    preview,
    goTo,
    fitted: computed(() => position.value?.fitted ?? false),
    enlarged: computed(() => exact.value !== null && isEnlarged(exact.value)),
    percent: computed(() => Math.round((view.value?.scale ?? 1) * ratio.value * 100)),
    onResize(size: Size) {
      stage.value = size
      place()
    },
    keep(size, dy) {
      stage.value = size
      const now = position.value
      if (!now) return place()
      store({ ...now, view: { ...now.view, stage: size, y: now.view.y + dy } })
    },
    fit: () => whenPlaced(showFitted),
    fitIfSmaller: () =>
      whenPlaced(now => {
        const smallest = Math.min(fitted().scale, fit(image(), stage.value).scale)
        if (now.scale < smallest) showFitted()
      }),
    toggleZoom,
    zoom: factor => whenPlaced(now => change(zoomAt(now, { factor }))),
    actualSize: () => whenPlaced(now => change(actualSize(now, ratio.value))),
  }
}
