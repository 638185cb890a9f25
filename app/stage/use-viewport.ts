import type { ShallowRef } from 'vue'
import { isVisible, PADDING, type Box, type Size, type View } from '#shared/annotation/projection'
import {
  actualSize,
  centerOn,
  clearCorner,
  fit,
  fitWidth,
  resize,
  settle,
  snap,
  zoomAt,
  type Corner,
} from '~/annotation/zoom-and-pan'
import { pageStore } from '~/ui/page/page-store'
import type { Artifact } from '#shared/contract/artifact'
import type { PointGeometry } from '#shared/contract/geometry'

/**
 * A factor: if an image is scaled to the width of the stage and is then more than this many times as high as
 * the stage, it is tall. The stage shows the top of a tall image instead of the whole image.
 */
const TALL = 2.5
/**
 * CSS pixels: when the page decides whether an image is tall, a stage of less than this height counts as this
 * high.
 */
const LOWEST = 300
/** CSS pixels: the height of the toolbar with its margins. */
export const TOOLBAR = 68
/**
 * CSS pixels: on a stage of less than this height, the toolbar is small or is not over the image (`low` in
 * variants.css).
 */
export const LOW = 220
/**
 * CSS pixels between the edge of the stage and a box that the view moves to, so that a pin at a corner of the
 * box is completely visible.
 */
const AROUND = 28
/** CSS pixels: a point nearer than this to the stage's edge does not count as visible. */
const VISIBLE_MARGIN = 4

/** Whether the image lies under the toolbar. The toolbar then needs a background to be readable. */
export const isUnderToolbar = (view: View | null): boolean =>
  view !== null && view.y + view.image.height * view.scale > view.stage.height - TOOLBAR + PADDING

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

/** If zooming in on a box enlarges it by less than this factor, the whole image is shown instead. */
const HARDLY_LARGER = 1.1
/** A double tap enlarges a fitted image by at least this factor. */
const TAP_ZOOM = 2.5

function isBoxVisible(view: View, target: PointGeometry | Box): boolean {
  const far = 'width' in target ? { x: target.x + target.width, y: target.y + target.height } : target
  return isVisible(view, target, VISIBLE_MARGIN) && isVisible(view, far, VISIBLE_MARGIN)
}

/** Whether an image is so tall, relative to an area, that it is shown there from its top at full width. */
export const isTall = (image: Size, area: Size) =>
  image.height * area.width > TALL * Math.max(area.height, LOWEST) * image.width

/**
 * The zoom and scroll position of an artifact or variation group. `fitted`: whether the image is fitted again
 * when the size of the stage changes. `zoomed`: whether the person has changed the zoom. If the person has
 * only moved the image, the zoom still adapts to the size of the stage.
 */
interface Position {
  view: View
  fitted: boolean
  zoomed: boolean
  /**
   * Whether a comparison has moved a fitted image to show a spot. The image is fitted again after the
   * comparison.
   */
  borrowed?: boolean
  /** The spot of a double tap, which stays in the center when the stage changes its size. */
  around?: PointGeometry
  /**
   * The spot or box to which the view was moved. It stays in view when the stage changes its size, such as in
   * another compare mode.
   */
  shown?: PointGeometry | Box
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
   * Fits an enlarged image. Zooms a fitted image to {@link TAP_ZOOM} times its scale, and to at least 100%;
   * the given point of the image is then in the center, as far as the edges of the image allow.
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
    bottom = () => (stage.value.height < LOW ? PADDING : TOOLBAR),
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
    const { zoomed = false, borrowed, view: before } = position.value ?? {}
    const isZoom = next.scale !== before?.scale
    store({
      view: next,
      fitted: false,
      zoomed: zoomed || isZoom,
      // A zoom that the person has chosen stays after the comparison.
      borrowed: borrowed && !isZoom,
      ...(shown && { shown }),
    })
  }
  const change = (next: View) => moveTo(next)
  const showFitted = () => store({ view: fittedView(), fitted: true, zoomed: false })

  /** Returns the view that shows the whole image, or only the top of a tall image. */
  function fittedView(): View {
    const { width, height } = stage.value
    const size = image()
    if (options.whole) return options.whole(size, stage.value)
    const centered = fit(size, stage.value)
    const atFullWidth = fitWidth(size, { width: width - right(), height })
    const isCropped = options.crops?.() === true && atFullWidth.scale > centered.scale
    if (isTall(size, stage.value) || isTall(size, area()) || isCropped)
      return { ...atFullWidth, stage: stage.value, y: top() }
    const isFree = centered.y >= top() && centered.y + size.height * centered.scale <= height - bottom()
    const available = { width: width - 2 * PADDING, height: height - top() - bottom() }
    const corner = options.corner?.()
    const clear = (view: View) => (corner ? clearCorner(view, corner, top()) : view)
    // The image may be under the bars if the bars cover most of the stage.
    if (isFree || available.height < height / 3) return clear(centered)
    const between = fit(size, available, 0)
    return clear({ ...between, stage: stage.value, x: between.x + PADDING, y: between.y + top() })
  }

  /** Returns the view after a double tap on a spot of the fitted image. */
  const zoomTo = (now: View, spot: PointGeometry): View =>
    centerOn(zoomAt(now, { scale: Math.max(TAP_ZOOM * fittedView().scale, 1 / ratio.value) }), spot)

  function place() {
    if (stage.value.width === 0 || image().width === 0) return
    const before = positions.value[subject()]
    const isOver = before?.borrowed === true && !isComparison
    if (before && !before.fitted && !isOver) {
      const { width, height } = before.view.stage
      const isSameStage = width === stage.value.width && height === stage.value.height
      const resized = resize({ ...before.view, image: image() }, stage.value)
      const scale = before.zoomed ? resized.scale : fittedView().scale
      const adapted = () => {
        if (before.around) return zoomTo(resized, before.around)
        const settled = { ...settle(zoomAt(resized, { scale })), covered: bottom() }
        const { shown } = before
        return shown && !isBoxVisible(settled, shown) ? centerOn(settled, shown) : settled
      }
      store({ ...before, view: isSameStage ? resized : adapted() })
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

  const reveal = (target: PointGeometry | Box) =>
    whenPlaced(now => {
      if (!isBoxVisible(now, target)) moveTo(centerOn(now, target), target)
    })

  const preview = (target: PointGeometry | Box) =>
    whenPlaced(now => {
      if (!isBoxVisible(now, target)) store({ view: centerOn(now, target), fitted: true, zoomed: false })
    })

  const goTo = (target: PointGeometry | Box) =>
    whenPlaced(now => {
      const next = centerOn(now.scale * ratio.value < 1 ? actualSize(now, ratio.value) : now, target, AROUND)
      const whole = fittedView()
      const isHardlyLarger = next.scale < whole.scale * HARDLY_LARGER
      if (isHardlyLarger && isBoxVisible(whole, target)) return showFitted()
      const { fitted, borrowed } = position.value ?? {}
      moveTo(next, target)
      const moved = position.value
      if (moved && isComparison && (fitted || borrowed)) store({ ...moved, borrowed: true })
    })

  const isEnlarged = ({ scale }: View) => scale > fittedView().scale * HARDLY_LARGER
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
        const smallest = Math.min(fittedView().scale, fit(image(), stage.value).scale)
        if (now.scale < smallest) showFitted()
      }),
    toggleZoom,
    zoom: factor => whenPlaced(now => change(zoomAt(now, { factor }))),
    actualSize: () => whenPlaced(now => change(actualSize(now, ratio.value))),
  }
}
