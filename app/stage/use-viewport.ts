import type { ShallowRef } from 'vue'
import { PADDING, type Box, type Size, type View } from '#shared/annotation/projection'
import { actualSize, centerOn, fit, snap, zoomAt, type Corner } from '~/annotation/zoom-and-pan'
import { pageStore } from '~/ui/page/page-store'
import type { Artifact } from '#shared/contract/artifact'
import type { PointGeometry } from '#shared/contract/geometry'
import {
  adaptedView,
  fittedView,
  isBoxVisible,
  MIN_ENLARGEMENT,
  TOOLBAR,
  zoomToSpot,
  type Position,
} from './fitted-view'
import { stageSize } from './stage-sizes'

/**
 * CSS pixels between the edge of the stage and a box that the view moves to, so that a pin at a corner of the
 * box is completely visible.
 */
const BOX_MARGIN = 28
/**
 * Options for fitting an image. Lengths are the CSS pixels to leave around the image for labels and bars of
 * the stage.
 */
interface FitOptions {
  top?: () => number
  bottom?: () => number
  /** The space to leave right of a tall image. Other images do not use it. */
  right?: () => number
  /**
   * The area that contains the stage, if there is one. An image that is tall in this area is also treated as
   * tall on the stage.
   */
  area?: () => Size
  /**
   * Whether the stage is so low that the whole image would be too small to be of use. The image is then as
   * wide as the stage, which shows a part of it.
   */
  crops?: () => boolean
  /** The corner that an image leaves free if it is shown completely; null if no buttons are there. */
  corner?: () => Corner | null
  /**
   * Whether this is the viewport of a comparison. When a comparison shows a spot of a fitted image, the stage
   * shows the image fitted again after the comparison.
   */
  isComparison?: boolean
  /** A function that replaces the fitting of images: it returns the view of the whole image. */
  whole?: (image: Size, stage: Size) => View
}

/**
 * The zoom and scroll position of a stage; see {@link useViewport}. A call that is made before the stage and
 * the image have a size takes effect when both have a size.
 */
export interface StageViewport {
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
  /** Whether the image is shown where {@link StageViewport.fit} places it. */
  fitted: ComputedRef<boolean>
  /** Whether the image is shown larger than {@link StageViewport.fit} shows it. */
  enlarged: ComputedRef<boolean>
  change: (next: View) => void
  /** Centers a point or a box, unless it is visible already. */
  reveal: (target: PointGeometry | Box) => void
  /**
   * Centers a point or a box, unless it is visible already. When the size of the stage changes, the image is
   * fitted again.
   */
  preview: (target: PointGeometry | Box) => void
  /** Centers a point or a box at a zoom of at least 100%, or lower if the box does not fit at 100%. */
  goTo: (target: PointGeometry | Box) => void
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

/** The part of a viewport that annotation tools use. */
export type ToolViewport = Pick<
  StageViewport,
  'view' | 'exact' | 'enlarged' | 'change' | 'zoom' | 'fit' | 'fitIfSmaller' | 'toggleZoom'
>

const positionStore = pageStore<ShallowRef<Record<string, Position>>>('stage positions')

/** Creates the store for the zoom and scroll positions of the page's stages; see {@link useViewport}. */
export function provideStagePositions(): void {
  positionStore.provide(shallowRef({}))
}

/**
 * The key of a stored position: the id of an artifact, or the group of variations that the artifact belongs
 * to.
 */
const subjectOf = (artifact: Artifact | undefined) => artifact?.variationGroup ?? artifact?.id ?? ''

/**
 * Returns a function that deletes the stored position of an artifact, so that the artifact is shown fitted
 * when it is opened next.
 */
export function useForgetPosition(): (artifact: Artifact) => void {
  const positions = positionStore.use()
  return artifact => {
    const { [subjectOf(artifact)]: _, ...others } = positions.value
    positions.value = others
  }
}

/**
 * The zoom and scroll position of a stage. They are stored for an artifact or for its group of variations, so
 * that they stay the same when the revision, the variation or the compare mode changes.
 */
export function useViewport(image: () => Size, options: FitOptions = {}): StageViewport {
  const positions = positionStore.use()
  const { artifact, revision } = useSelection()
  const subject = () => subjectOf(artifact.value)
  const stage = shallowRef<Size>({ width: 0, height: 0 })
  const {
    top = () => PADDING,
    bottom = () => (stage.value.height < stageSize('low') ? PADDING : TOOLBAR),
    right = () => 0,
    isComparison = false,
    area = () => stage.value,
  } = options
  const ratio = useDevicePixelRatio()
  /** The latest call that was made before the stage and the image had a size. */
  let pending: ((now: View) => void) | null = null

  const position = computed(() => (stage.value.width > 0 ? positions.value[subject()] : undefined))
  const exact = computed<View | null>(() => position.value?.view ?? null)
  const view = computed<View | null>(() => (position.value ? snap(position.value.view, ratio.value) : null))
  const store = ({ view, ...rest }: Position) => {
    const covered = { covered: bottom(), coveredAbove: top() }
    positions.value = { ...positions.value, [subject()]: { view: { ...view, ...covered }, ...rest } }
  }
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
  const showFitted = () => store({ view: fitted(), fitted: true, zoomed: false })

  function fitted(): View {
    if (options.whole) return options.whole(image(), stage.value)
    return fittedView(image(), {
      stage: stage.value,
      area: area(),
      top: top(),
      bottom: bottom(),
      right: right(),
      crops: options.crops?.() ?? false,
      corner: options.corner?.() ?? null,
    })
  }

  /** Returns the view after a double tap on a spot of the fitted image. */
  const zoomTo = (now: View, spot: PointGeometry) => zoomToSpot(now, spot, fitted().scale, ratio.value)

  function place() {
    if (stage.value.width === 0 || image().width === 0) return
    const before = positions.value[subject()]
    const isComparisonOver = before?.isMovedByComparison === true && !isComparison
    if (before && !before.fitted && !isComparisonOver) {
      const adapted = adaptedView(before, {
        image: image(),
        stage: stage.value,
        bottom: bottom(),
        ratio: ratio.value,
        fittedScale: () => fitted().scale,
      })
      store({ ...before, view: adapted })
    } else showFitted()
    const request = pending
    pending = null
    if (request && position.value) request(position.value.view)
  }
  // Runs after the props are updated, because until then `image` returns the size of the previous image. Also
  // runs after a change of the revision, because the notice above the image may be a different one.
  watch([subject, () => revision.value?.id, () => image().width, () => image().height], place, {
    flush: 'post',
  })

  /**
   * Calls `request` with the current view. If the stage and the image have no size yet, calls it when they
   * have a size.
   */
  function whenPlaced(request: (now: View) => void) {
    if (position.value) request(position.value.view)
    else pending = request
  }

  /** Moves the view to a target. A comparison that moves a fitted image borrows its position. */
  function showTarget(next: View, target: PointGeometry | Box) {
    const before = position.value
    moveTo(next, target)
    const moved = position.value
    const isLeftLater = isComparison && (before?.fitted || before?.isMovedByComparison)
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

  const goTo = (target: PointGeometry | Box) =>
    whenPlaced(now => {
      const next = centerOn(
        now.scale * ratio.value < 1 ? actualSize(now, ratio.value) : now,
        target,
        BOX_MARGIN,
      )
      const whole = fitted()
      const isHardlyLarger = next.scale < whole.scale * MIN_ENLARGEMENT
      if (isHardlyLarger && isBoxVisible(whole, target)) return showFitted()
      showTarget(next, target)
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
