import type { Box, Size } from '#shared/annotation/projection'
import { byData } from '~/ui/elements/data-attributes'

/**
 * Returns the box around the toolbar of the stage, the bars above it and the toasts over the stage; null if
 * there are none. The box is in CSS pixels from the upper left corner of `origin`, or of the toolbar's area.
 */
export function findStageBars(stage: Size, origin: Element | null): Box | null {
  const area = document.querySelector(byData('toolbar-area'))
  const boxes = [...(area?.querySelectorAll(`${byData('stage-toolbar')}, ${byData('change-bar')}`) ?? [])]
    .map(each => each.getBoundingClientRect())
    .filter(each => each.height > 0)
  const { left = 0, top = 0 } = (origin ?? area)?.getBoundingClientRect() ?? {}
  // Only toasts in the lower half of the stage count. On a wide screen, toasts are above the bars, on a phone
  // at the lower edge of the stage; on other screens, they are at the top.
  const toasts = document.querySelector(byData('toasts'))
  for (const toast of toasts?.querySelectorAll(`${byData('toast')}, ${byData('banner')}`) ?? []) {
    const box = toast.getBoundingClientRect()
    if (box.top > top + stage.height / 2) boxes.push(box)
  }
  if (boxes.length === 0) return null
  const [x, y] = [Math.min(...boxes.map(each => each.left)), Math.min(...boxes.map(each => each.top))]
  const [right, bottom] = [
    Math.max(...boxes.map(each => each.right)),
    Math.max(...boxes.map(each => each.bottom)),
  ]
  return { x: x - left, y: y - top, width: right - x, height: bottom - y }
}
