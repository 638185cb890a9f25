import { PADDING, type Size } from '#shared/annotation/projection'
import { isTall, LOW, TOOLBAR, useViewport } from '~/stage/use-viewport'
import type { CompareMode } from './pair'

/** CSS pixels above the images, for their labels. */
const LABELS = 34
/** CSS pixels right of tall images, for the minimap, and the width of a comparison that has one. */
const MINIMAP = 72
const MIN_WIDTH = 510
/**
 * CSS pixels: the height of the bar of a mode above the toolbar, and of the bar and the toolbar on a low
 * stage.
 */
const [BAR, LOW_BAR, LOW_TOOLBAR] = [48, 34, 40]
/** CSS pixels: a stage that is lower has no toolbar (`tiny` in `main.css`). */
const TINY = 160

/**
 * Zoom and scroll of a comparison, with room for its bars. `root`: the area of the images; `image`: the size
 * that they are padded to.
 */
export function useCompareViewport(
  root: Readonly<Ref<HTMLElement | null>>,
  image: () => Size,
  mode: Readonly<Ref<CompareMode | null>>,
) {
  /** The size for rendering: the images are placed before it is updated. */
  const shown = shallowRef<Size>({ width: 0, height: 0 })
  useElementSize(root, size => {
    shown.value = size
  })
  const area = () => ({ width: root.value?.clientWidth ?? 0, height: root.value?.clientHeight ?? 0 })
  const isPaired = () => mode.value === 'side-by-side'
  /** A mode with a bar has no labels. */
  const hasBar = () => mode.value === 'difference' || mode.value === 'onion-skin'
  /** CSS pixels: the height of the images together with the controls of videos. */
  const height = () => root.value?.closest('.stage-area')?.clientHeight ?? 0
  const isLow = () => height() < LOW

  function bottom(): number {
    const lowToolbar = height() < TINY ? PADDING : LOW_TOOLBAR
    if (isLow()) return lowToolbar + (hasBar() ? LOW_BAR : 0)
    // Two images below each other both stay clear of the toolbar.
    if (isPaired()) return viewport.stage.value.height < area().height / 2 ? PADDING : TOOLBAR
    // All modes have the same margin: images do not move when another mode is chosen.
    return TOOLBAR + BAR
  }
  const viewport = useViewport(image, {
    top: () => (isLow() && hasBar() ? PADDING : LABELS),
    bottom,
    right: () => (isPaired() || area().width < MIN_WIDTH ? 0 : MINIMAP),
    area,
  })

  return {
    viewport,
    /** Whether the minimap has a column of its own, so that both halves have the same width. */
    hasColumn: computed(() => isPaired() && shown.value.width >= MIN_WIDTH && isTall(image(), shown.value)),
  }
}
