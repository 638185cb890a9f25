import type { ShallowRef } from 'vue'
import { PADDING, type Size, type View } from '#shared/annotation/projection'
import type { Corner } from '~/annotation/zoom-and-pan'
import { pageStore } from '~/ui/page/page-store'
import type { Artifact } from '#shared/contract/artifact'
import { adaptedView, fittedView, TOOLBAR, type Position } from './fitted-view'
import { stageSize } from './stage-sizes'

/**
 * Options for fitting an image. Lengths are the CSS pixels to leave around the image for labels and bars of
 * the stage.
 */
export interface FitOptions {
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
  /** The corner that an image leaves free if it is shown completely; null if no buttons cover a corner. */
  corner?: () => Corner | null
  /** An image that would be this many times larger at the full width of the stage is shown at that width. */
  wideFrom?: () => number
  /**
   * Whether this is the viewport of a comparison. When a comparison shows a spot of a fitted image, the stage
   * shows the image fitted again after the comparison.
   */
  isComparison?: boolean
  /** A function that replaces the fitting of images: it returns the view of the whole image. */
  whole?: (image: Size, stage: Size) => View
}

const positionStore = pageStore<ShallowRef<Record<string, Position>>>('stage positions')

/** Creates the store for the zoom and scroll positions of the page's stages; see `useViewport`. */
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

/** Where an image lies on its stage; see {@link usePlacedView}. */
interface PlacedView {
  /** The size of the stage in CSS pixels. */
  stage: ShallowRef<Size>
  /** Device pixels per CSS pixel. */
  ratio: Readonly<Ref<number>>
  /** The stored position; undefined until the stage and the image have a size. */
  position: ComputedRef<Position | undefined>
  store: (position: Position) => void
  /** Returns the view of the fitted image. */
  fitted: () => View
  showFitted: () => void
  /** Places the image on a stage of a new size. */
  place: () => void
  /**
   * Calls back with the current view. If the stage and the image have no size yet, calls back when they have
   * a size.
   */
  whenPlaced: (request: (now: View) => void) => void
}

/**
 * Places an image on its stage: where it was before, or fitted. The position is stored for an artifact or for
 * its group of variations, so that it stays the same when the revision, the variation or the compare mode
 * changes.
 */
export function usePlacedView(image: () => Size, options: FitOptions): PlacedView {
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
  const store = ({ view, ...rest }: Position) => {
    const covered = { covered: bottom(), coveredAbove: top() }
    positions.value = { ...positions.value, [subject()]: { view: { ...view, ...covered }, ...rest } }
  }
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
      wideFrom: options.wideFrom?.(),
    })
  }

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

  return {
    stage,
    ratio,
    position,
    store,
    fitted,
    showFitted,
    place,
    whenPlaced(request) {
      if (position.value) request(position.value.view)
      else pending = request
    },
  }
}
