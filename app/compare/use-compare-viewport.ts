import { PADDING, type Size } from '#shared/annotation/projection'
import { isTall, MINIMAP, TOOLBAR } from '~/stage/fitted-view'
import { stageSize } from '~/stage/stage-sizes'
import { useViewport } from '~/stage/use-viewport'
import { byData } from '~/ui/elements/data-attributes'
import { isNarrowWindow, isSideways } from '~/ui/elements/use-media-query'
import type { CompareMode } from './pair'

/** CSS pixels to leave above the images for their labels. */
const LABELS = 40
/**
 * CSS pixels: the height of the bar that a mode has above the toolbar. On a low stage: the heights of this
 * bar and of the toolbar.
 */
const [BAR, LOW_BAR, LOW_TOOLBAR] = [48, 34, 40]
/**
 * CSS pixels: in a narrow window, the space below two images for the toolbar (`pb-19`), the gap between them
 * (`gap-2`), and the margin around each.
 */
const [BELOW, GAP, MARGIN] = [76, 8, 4]
/**
 * In a narrow window, two images lie one below the other if they then have at least this fraction of the size
 * that they would have next to each other. A spot of an image is then shown with more of its surroundings.
 */
const STACKED_FROM = 0.9
/** CSS pixels: a comparison with at least this width and height lists its changes below the images. */
const STRIP_FROM = { width: 640, height: 640 }
/**
 * A factor: on a large stage, images that would be this much larger at the full width are shown at that
 * width, from their top, so that their texts can be read.
 */
const WIDE_FROM = 1.3

/**
 * The zoom and scroll position of a comparison. Images that are fitted to the stage leave space for the bars.
 * `root`: the element that contains the images; `image`: the common size to which the images are padded.
 */
export function useCompareViewport(
  root: Readonly<Ref<HTMLElement | null>>,
  image: () => Size,
  { mode, isVideo }: { mode: Readonly<Ref<CompareMode | null>>; isVideo: () => boolean },
) {
  /** The size of `root` for rendering. It is updated only after the images were placed for the new size. */
  const shown = shallowRef<Size>({ width: 0, height: 0 })
  useElementSize(root, size => {
    shown.value = size
  })
  // Runs before the images are measured, so that a request to show a spot waits for the final layout.
  onMounted(() => {
    shown.value = area()
  })
  const area = () => ({ width: root.value?.clientWidth ?? 0, height: root.value?.clientHeight ?? 0 })
  const isPaired = () => mode.value === 'side-by-side'
  /** Whether the mode has a bar. On a low stage, such a mode has no labels. */
  const hasBar = () => mode.value === 'difference' || mode.value === 'onion-skin'
  /** Returns the height of the images and the controls of videos together, in CSS pixels. */
  const height = () => root.value?.closest(byData('stage-area'))?.clientHeight ?? 0
  const isLarge = ({ width, height }: Size) => width >= STRIP_FROM.width && height >= STRIP_FROM.height
  /** Returns whether the changes are listed below the two images in an area. */
  const hasStripIn = (size: Size) => isPaired() && !isVideo() && isLarge(size)
  const isLow = () => height() < stageSize('low')
  /** Returns whether a bar is hidden, such as on a tiny stage and above a raised conversation. */
  const isHidden = (bar: 'stage-toolbar' | 'change-bar') =>
    root.value?.querySelector<HTMLElement>(byData(bar))?.offsetHeight === 0

  function bottom(): number {
    if (isLow())
      return (
        (isHidden('stage-toolbar') ? PADDING : LOW_TOOLBAR) +
        (hasBar() && !isHidden('change-bar') ? LOW_BAR : 0)
      )
    // The two images end above the strip of changes, which is above the toolbar.
    if (hasStripIn(area())) return PADDING
    if (isFramed.value) return MARGIN
    // On a phone in landscape, the toolbar is above the stage.
    if (isSideways()) return isPaired() ? PADDING : PADDING + BAR
    if (isPaired()) return TOOLBAR
    // All modes with one picture leave space for a bar, so that the picture does not move when the mode
    // changes.
    return TOOLBAR + BAR
  }
  const viewport = useViewport(image, {
    top: () => (isFramed.value ? MARGIN : isLow() && hasBar() ? PADDING : LABELS),
    bottom,
    right: () => (isPaired() || area().width < stageSize('slim') ? 0 : MINIMAP),
    area,
    isComparison: true,
    wideFrom: () => (isLarge(area()) && !isVideo() ? WIDE_FROM : Infinity),
  })

  /** Returns whether two images in a narrow window lie one below the other. */
  function isStackedIn({ width, height }: Size): boolean {
    const own = image()
    const [wide, high] = [width - 2 * PADDING, height - BELOW - LABELS]
    const scaleIn = (cell: Size) => Math.min(cell.width / own.width, cell.height / own.height)
    const stacked = scaleIn({ width: wide, height: (high - GAP - LABELS) / 2 - 2 * PADDING })
    return (
      stacked >=
      STACKED_FROM * scaleIn({ width: (width - GAP) / 2 - 2 * PADDING, height: high - 2 * PADDING })
    )
  }
  /**
   * Whether each of two images has a row for its label above it, and space around it. A narrow window has
   * this layout, because its images are often enlarged: labels and a toolbar over them would cover the shown
   * part.
   */
  const isFramed = computed(() => shown.value.height > 0 && isPaired() && isNarrowWindow() && !isLow())

  return {
    viewport,
    isFramed,
    /** Whether a narrow window shows the two images one below the other. */
    isStacked: computed(() => isFramed.value && isStackedIn(shown.value)),
    /** Whether the changes are listed below the two images. */
    hasStrip: computed(() => hasStripIn(shown.value)),
    /**
     * Whether the minimap has a separate column next to the images, so that both sides have the same width.
     */
    hasColumn: computed(
      () => isPaired() && shown.value.width >= stageSize('slim') && isTall(image(), shown.value),
    ),
  }
}
