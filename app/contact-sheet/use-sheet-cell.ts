import { byData } from '~/ui/elements/data-attributes'
import { CLICK_DISTANCE } from '#shared/annotation/shapes'
import { toScreen, type Size, type View } from '#shared/annotation/projection'
import { scrollBy } from '~/annotation/zoom-and-pan'
import { parseMarkId } from '~/stage/marks/thread-marks'
import type { PointerListeners } from '~/stage/use-pointers'
import type { Side } from '~/compare/pair'
import type { SheetPlayback } from '~/video/use-sheet-playback'
import { placeOnSheet, positionOf, hasHiddenPart, type SheetPosition } from './sheet-position'
import type { Ref } from 'vue'
import { isPhone } from '~/ui/elements/use-media-query'

/**
 * Places the image of one cell of a contact sheet. Gestures on this image scroll or zoom all cells. A click
 * begins a comment at the clicked point; on a video, the comment also belongs to the shown frame. On a phone,
 * whose cells are too small to hit a spot, a tap calls `open` instead.
 */
export function useSheetCell(
  side: () => Side,
  position: Ref<SheetPosition>,
  playback: SheetPlayback,
  open: () => void,
) {
  const { threads } = useReviewSource()
  const { openThread } = useSelection()
  const { onClick } = useSideComments()
  const cell = shallowRef<Size>({ width: 0, height: 0 })
  const ratio = useDevicePixelRatio()
  const exact = computed<View | null>(() => {
    const { width, height } = side().revision
    return cell.value.width > 0 && width && height
      ? placeOnSheet(position.value, { width, height }, cell.value)
      : null
  })
  const change = (next: View) => {
    position.value = positionOf(next, position.value)
  }
  /** The id of the mark whose pin was pressed. */
  let pressedId: string | undefined

  const { listeners: pointers } = usePointers(
    { exact, change },
    {
      press({ event }) {
        pressedId = (event.target as HTMLElement).closest<HTMLElement>(byData('mark'))?.dataset.mark
      },
      follow({ dx, dy, distance }) {
        if (exact.value && distance >= CLICK_DISTANCE) change(scrollBy(exact.value, -dx, -dy))
      },
      release({ at, distance }) {
        const view = exact.value
        if (!view || distance >= CLICK_DISTANCE) return
        const pressed = threads.value.find(
          each => pressedId !== undefined && each.threadId === parseMarkId(pressedId).threadId,
        )
        if (pressed) return openThread(pressed)
        if (isPhone()) return open()
        onClick(side(), view, at, playback)
      },
      cancel: () => {},
    },
  )
  /**
   * Scrolls the images with the mouse wheel while a part of them is hidden in the direction of the scroll.
   * Otherwise, the wheel scrolls the contact sheet.
   */
  function wheel(event: WheelEvent) {
    const { y, zoom } = position.value
    const isAtEnd = event.deltaY < 0 ? y <= 0 : y >= 1
    const isScroll = !event.ctrlKey && !event.metaKey
    if (isScroll && (!exact.value || (!hasHiddenPart(exact.value) && zoom === 1) || isAtEnd)) return
    pointers.wheel(event)
  }
  const listeners: PointerListeners = { ...pointers, wheel }

  return {
    view: exact,
    ratio,
    listeners,
    /**
     * Scrolls all cells until a row of this cell's image is in the middle. `row`: a fraction of the image's
     * height.
     */
    showRow(row: number) {
      if (!exact.value) return
      const dy = toScreen(exact.value, { x: 0, y: row }).y - cell.value.height / 2
      change(scrollBy(exact.value, 0, dy))
    },
    onResize(size: Size) {
      cell.value = size
    },
  }
}
