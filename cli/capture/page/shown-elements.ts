import { isDrawnAsOne, isPartOfAnother } from './role'

/** The part of the page that a picture shows: the viewport, the whole page, or a box in the viewport. */
export type Picture = 'viewport' | 'page' | { x: number; y: number; width: number; height: number }

/** A box in CSS pixels, relative to the viewport. */
interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

/** An element that a picture shows, with the visible part of its box. */
export interface ShownElement extends Edges {
  element: Element
}

/** Elements that are never shown, whatever their style is. */
const unseen = new Set([
  'base',
  'head',
  'link',
  'meta',
  'noscript',
  'param',
  'script',
  'source',
  'style',
  'template',
  'title',
  'track',
  'wbr',
])
/** The maximum number of elements that are visited, because a page may have any number. */
const MAX_VISITED = 50_000
/** The lowest opacity at which a color counts as hiding the elements behind it. */
const OPAQUE = 0.9

/** Rounds a fraction of the picture to six decimals, which is less than one pixel of any picture. */
export const round = (value: number): number => Math.min(1, Math.max(0, Math.round(value * 1e6) / 1e6))

/** Returns the box that a picture shows. */
export function pictureOf(picture: Picture): Edges & { width: number; height: number } {
  const box = boxOf(picture)
  return { ...box, width: box.right - box.left, height: box.bottom - box.top }
}

function boxOf(picture: Picture): Edges {
  if (picture === 'viewport') return { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  if (picture !== 'page') {
    const { x, y, width, height } = picture
    return { left: x, top: y, right: x + width, bottom: y + height }
  }
  const { documentElement: root, body } = document
  const sizes = (['scroll', 'offset', 'client'] as const).map(kind => ({
    width: Math.max(root[`${kind}Width`], body[`${kind}Width`]),
    height: Math.max(root[`${kind}Height`], body[`${kind}Height`]),
  }))
  const width = Math.max(...sizes.map(each => each.width))
  const height = Math.max(...sizes.map(each => each.height))
  return { left: -scrollX, top: -scrollY, right: width - scrollX, bottom: height - scrollY }
}

const crossing = (one: Edges, other: Edges): Edges => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})

/** The boxes to which the content of an element is clipped. */
interface Clips {
  /** The box for elements in the normal flow. */
  flow: Edges
  /** The box for elements with `position: absolute`: the box of the nearest positioned element. */
  positioned: Edges
  /** The box for elements with `position: fixed`: the picture, or the box of an iframe. */
  fixed: Edges
}

/**
 * Returns the elements that are visible in a picture, in the order of the document. Open shadow roots and
 * iframes of the same origin are included. Elements inside of a button, and elements with the same text as
 * the link around them, are left out.
 */
export function shownElements(picture: Edges): ShownElement[] {
  const shown: ShownElement[] = []
  let visited = 0
  const offsets = { left: 0, top: 0 }

  function visitAll(parent: ParentNode, clips: Clips): void {
    for (const each of parent.children) visit(each, clips)
  }

  function visit(element: Element, clips: Clips): void {
    visited += 1
    if (visited > MAX_VISITED || unseen.has(element.localName)) return
    const style = styleOf(element)
    if (style.display === 'none') return
    const clip =
      style.position === 'fixed' ? clips.fixed : style.position === 'absolute' ? clips.positioned : clips.flow
    const rect = element.getBoundingClientRect()
    const own = {
      left: rect.left + offsets.left,
      top: rect.top + offsets.top,
      right: rect.right + offsets.left,
      bottom: rect.bottom + offsets.top,
    }
    const visible = crossing(own, clip)
    const isVisible =
      isLarge(visible) &&
      style.visibility === 'visible' &&
      element !== element.ownerDocument.body &&
      isOpaque(element) &&
      !isCovered(element, moved(visible, offsets))
    if (isVisible) shown.push({ element, ...visible })
    if (isDrawnAsOne(element)) return
    const isCutting = style.overflow !== 'visible' && style.display !== 'contents'
    const cutOff = isCutting ? crossing(own, clip) : clip
    const isContaining = style.position !== 'static' || style.transform !== 'none'
    const inner = { flow: cutOff, positioned: isContaining ? cutOff : clips.positioned, fixed: clips.fixed }
    if (element.localName === 'iframe') visitFrame(element as HTMLIFrameElement, own, cutOff)
    else if (element.shadowRoot) {
      visitAll(element.shadowRoot, inner)
      // Children without a slot are not rendered: they have no box.
      visitAll(element, inner)
    } else visitAll(element, inner)
  }

  function visitFrame(frame: HTMLIFrameElement, own: Edges, clip: Edges): void {
    const body = frame.contentDocument?.body
    if (!body) return
    const before = { ...offsets }
    offsets.left = own.left + frame.clientLeft
    offsets.top = own.top + frame.clientTop
    const inner = crossing(own, clip)
    visitAll(body, { flow: inner, positioned: inner, fixed: inner })
    Object.assign(offsets, before)
  }

  visitAll(document.body, { flow: picture, positioned: picture, fixed: picture })
  return shown.filter(each => !isPartOfAnother(each.element))
}

const styleOf = (element: Element): CSSStyleDeclaration =>
  (element.ownerDocument.defaultView ?? window).getComputedStyle(element)

const moved = ({ left, top, right, bottom }: Edges, by: { left: number; top: number }): Edges => ({
  left: left - by.left,
  top: top - by.top,
  right: right - by.left,
  bottom: bottom - by.top,
})

/** Returns whether a box can be seen. Texts for screen readers have a box of one pixel. */
function isLarge({ left, top, right, bottom }: Edges): boolean {
  const [width, height] = [right - left, bottom - top]
  return Math.min(width, height) >= 1 && width * height >= 4
}

/** Returns whether neither an element nor one of its ancestors is transparent. */
const isOpaque = (element: Element): boolean =>
  element.checkVisibility({ opacityProperty: true, contentVisibilityAuto: true })

/**
 * Returns whether other opaque elements are drawn over the middle and the corners of an element. Points
 * outside of the viewport are not checked, because a browser finds no elements there. If all are outside, the
 * element counts as visible.
 */
function isCovered(element: Element, { left, top, right, bottom }: Edges): boolean {
  const root = element.getRootNode() as Document | ShadowRoot
  const view = element.ownerDocument.defaultView ?? window
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const inset = Math.min(4, (right - left) / 4, (bottom - top) / 4)
  const points = [
    [x, y],
    [left + inset, top + inset],
    [right - inset, bottom - inset],
    [right - inset, top + inset],
    [left + inset, bottom - inset],
  ] as const
  const seen = points.filter(
    ([px, py]) => px >= 0 && py >= 0 && px < view.innerWidth && py < view.innerHeight,
  )
  if (seen.length === 0) return false
  return seen.every(([px, py]) => {
    for (const other of root.elementsFromPoint(px, py)) {
      if (other === element || other.contains(element) || element.contains(other)) return false
      if (hides(other)) return true
    }
    return false
  })
}

const replaced = new Set(['canvas', 'iframe', 'img', 'video'])

/** Returns whether an element hides the elements behind it. */
function hides(element: Element): boolean {
  const style = styleOf(element)
  if (Number(style.opacity) < OPAQUE || style.visibility !== 'visible') return false
  if (replaced.has(element.localName)) return true
  const [, , , alpha = '1'] = /rgba?\(([^)]*)\)/.exec(style.backgroundColor)?.[1]?.split(/[\s,/]+/) ?? []
  return Number(alpha) >= OPAQUE
}
