import { getRole } from 'dom-accessibility-api'
import { nameOf } from './name'
import { testIdOf } from './selector'
import { oneLine } from './text'

/** Implicit roles of HTML that `dom-accessibility-api` leaves out, and names for media, which have none. */
const implicitRoles: Record<string, string> = {
  address: 'group',
  audio: 'audio',
  blockquote: 'blockquote',
  canvas: 'canvas',
  caption: 'caption',
  code: 'code',
  del: 'deletion',
  em: 'emphasis',
  iframe: 'iframe',
  ins: 'insertion',
  meter: 'meter',
  p: 'paragraph',
  search: 'search',
  strong: 'strong',
  svg: 'img',
  time: 'time',
  video: 'video',
}

/** Roles of inputs that have none in HTML-AAM: browsers differ in how they show them. */
const inputRoles: Record<string, string> = {
  'date': 'textbox',
  'datetime-local': 'textbox',
  'file': 'button',
  'month': 'textbox',
  'password': 'textbox',
  'time': 'textbox',
  'week': 'textbox',
}

/** Roles that say nothing about an element. */
const withoutMeaning = new Set(['generic', 'none', 'presentation'])
/** Inside of these elements, a header or footer is no landmark: HTML-AAM. */
const sectioning = 'article, aside, main, nav, section'

const roles = new WeakMap<Element, string | null>()

/**
 * Returns the ARIA role of an element; null if it has no role that describes it. A picture without a name is
 * an image too, since people see it.
 */
export function roleOf(element: Element): string | null {
  const known = roles.get(element)
  if (known !== undefined) return known
  const role = findRole(element)
  roles.set(element, role)
  return role
}

function findRole(element: Element): string | null {
  if (element.localName === 'img' && !element.hasAttribute('role')) return 'img'
  const role = getRole(element) ?? implicitRoles[element.localName] ?? null
  if (role !== null && withoutMeaning.has(role)) return null
  if (element.hasAttribute('role')) return role
  switch (element.localName) {
    case 'header':
    case 'footer':
      return element.parentElement?.closest(sectioning) ? null : role
    case 'section':
    case 'form':
    case 'svg':
      return nameOf(element) === null ? null : role
    case 'input':
      return role ?? inputRoles[(element as HTMLInputElement).type] ?? null
    case 'th':
      return element.getAttribute('scope') === 'row' ? 'rowheader' : role
    default:
      return role
  }
}

/** Roles whose content is only their label: "children presentational" of ARIA, and controls. */
const atomicRoles = new Set([
  'button',
  'checkbox',
  'img',
  'math',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'meter',
  'option',
  'progressbar',
  'radio',
  'scrollbar',
  'separator',
  'slider',
  'switch',
  'tab',
])
/** Roles whose name is their content. */
const labelledRoles = new Set(['heading', 'link', 'cell', 'gridcell', 'columnheader', 'rowheader', 'term'])

/** Elements whose inner elements are no elements of the page. */
const drawnAsOne = new Set(['select', 'textarea', 'video', 'audio', 'canvas', 'object', 'math'])
/** Elements that people use, wherever they are. */
const controls = 'a[href], button, input, select, textarea, [role]'
/** Elements that are more than a part of a text. */
const distinct = `${controls}, img, svg, h1, h2, h3, h4, h5, h6`

/** Returns whether no element inside of an element is described. */
export const isDrawnAsOne = (element: Element): boolean => drawnAsOne.has(element.localName)

/**
 * Returns whether an element only draws the label of an element around it, such as an icon or a text in a
 * button, or is a part of a drawing without a role. People mark the button, and the drawing.
 */
export function isPartOfAnother(element: Element): boolean {
  if (isInDrawing(element)) return !isMeant(element)
  const outer = outerOf(element)
  if (outer === null || isMeant(element)) return false
  if (atomicRoles.has(roleOf(outer) ?? '')) return !element.matches(controls)
  return !element.matches(distinct) && oneLine(element.textContent) === oneLine(outer.textContent)
}

const isInDrawing = ({ namespaceURI, localName }: Element): boolean =>
  namespaceURI === 'http://www.w3.org/2000/svg' && localName !== 'svg'

/** Returns whether the page states the purpose of an element, by a role, a label or an id for tests. */
const isMeant = (element: Element): boolean =>
  element.hasAttribute('role') || element.hasAttribute('aria-label') || testIdOf(element) !== null

/** Returns the nearest element around an element whose content is its label; null without one. */
function outerOf(element: Element): Element | null {
  for (let each = element.parentElement; each; each = each.parentElement) {
    const role = roleOf(each) ?? ''
    if (atomicRoles.has(role) || labelledRoles.has(role) || each.localName === 'label') return each
  }
  return null
}
