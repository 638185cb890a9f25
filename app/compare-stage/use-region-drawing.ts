import type { PixelBox } from '#shared/difference/pixels'

/** The settings of a difference, and the drawing of a region that the difference ignores. */
export function useRegionDrawing(ignore: (box: PixelBox) => void) {
  const showsSettings = ref(false)
  /** Whether the person is drawing a region that the difference will ignore. */
  const isDrawing = ref(false)
  const cancel = useTemplateRef<HTMLElement>('cancel')
  useShortcuts({
    // Escape ends the drawing, else closes the settings. If neither is active, the page handles Escape and
    // closes the comparison.
    escape: () => {
      if (isDrawing.value) isDrawing.value = false
      else if (showsSettings.value) showsSettings.value = false
      else return false
    },
  })
  return {
    showsSettings,
    isDrawing,
    /**
     * Starts drawing a region. The settings are hidden until the drawing ends, since they would cover part of
     * the image. The focus moves to the element with the template ref `cancel`.
     */
    async draw() {
      isDrawing.value = true
      await nextTick()
      cancel.value?.focus()
    },
    ignoreDrawn(box: PixelBox) {
      isDrawing.value = false
      ignore(box)
    },
  }
}
