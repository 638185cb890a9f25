import type { Corner } from '~/annotation/zoom-and-pan'
import { isPhone } from '~/ui/elements/use-media-query'

/**
 * CSS pixels: the size of the tools button with its margin, the height of the button above it with its gap,
 * and the distance between the buttons and the image.
 */
const [TOOLS, ABOVE, DISTANCE] = [70, 54, 6]

/**
 * Returns the corner of the stage that the round buttons of an upright phone cover (`ToolsButton.vue`); null
 * on any other screen.
 */
export function useToolsCorner(): () => Corner | null {
  const { canCompare, modes } = useCompare()
  return () => {
    if (!isPhone()) return null
    const hasDifference = canCompare.value && modes.value.includes('difference')
    return {
      width: TOOLS + DISTANCE,
      height: TOOLS + (hasDifference ? ABOVE : 0) + DISTANCE,
      isLeft: document.documentElement.dir === 'rtl',
    }
  }
}
