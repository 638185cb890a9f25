import { byData } from './data-attributes'

/** The content of a tooltip. An element declares it with the attributes `data-tip…`. */
export interface Tip {
  /** `data-tip` */
  name: string
  /** `data-tip-key`: the shortcut key of the control; empty for none. */
  key: string
  /** `data-tip-about`: a sentence; empty for none. */
  about: string
  /** `data-tip-sketch`: the compare mode whose sketch is shown; empty for none. */
  sketch: string
}

/** The attribute of elements that have a tooltip. */
export const TIP = byData('tip')

/** Reads the tooltip of an element. */
export const tipOf = ({ dataset }: HTMLElement): Tip => ({
  name: dataset.tip ?? '',
  key: dataset.tipKey ?? '',
  about: dataset.tipAbout ?? '',
  sketch: dataset.tipSketch ?? '',
})

/**
 * CSS pixels: the distance between a tooltip and its element, and the distance between a tooltip and the edge
 * of the window.
 */
const [GAP, EDGE] = [8, 6]

/**
 * Returns the upper left corner of a tooltip: above its element if this is in the lower half of the window.
 */
export function tipCorner(
  element: Pick<DOMRect, 'left' | 'top' | 'bottom' | 'width'>,
  tip: { width: number; height: number },
  page: { width: number; height: number },
): { left: number; top: number } {
  const middle = element.left + element.width / 2 - tip.width / 2
  const isAbove = (element.top + element.bottom) / 2 > page.height / 2
  return {
    left: Math.max(EDGE, Math.min(page.width - tip.width - EDGE, middle)),
    top: isAbove ? element.top - GAP - tip.height : element.bottom + GAP,
  }
}
