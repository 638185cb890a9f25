import { getRole } from 'dom-accessibility-api'
import { nameOf } from './name'
import { testIdOf } from './selector'
import { oneLine } from './text'

/**
 * The roles of HTML elements for which `dom-accessibility-api` returns none. Media elements have no ARIA
 * role, so they get the name of their tag.
 */
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

/**
 * The roles of input types that have no role in HTML-AAM, because browsers display these inputs in different
 * ways.
 */
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
/** Elements in which a header or footer is not a landmark, by HTML-AAM. */
const sectioning = 'article, aside, main, nav, section'

const roles = new WeakMap<Element, string | null>()

/**
 * Returns the ARIA role of an element; null if it has no role that describes it. An `img` element without
 * alternative text has the role `img` too, because people see it.
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

/**
 * Roles of elements whose content is only their label: roles with "children presentational" in ARIA, and
 * controls.
 */
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
/** Roles of elements whose accessible name is computed from their content. */
const labelledRoles = new Set(['heading', 'link', 'cell', 'gridcell', 'columnheader', 'rowheader', 'term'])

/** Elements whose child elements are not described, because they are not separate elements on the page. */
const drawnAsOne = new Set(['select', 'textarea', 'video', 'audio', 'canvas', 'object', 'math'])
/** A selector of elements that people can operate. They are described even inside a control. */
const controls = 'a[href], button, input, select, textarea, [role]'
/**
 * A selector of elements that are described separately, even if their text is the whole text of the element
 * around them.
 */
const distinct = `${controls}, img, svg, h1, h2, h3, h4, h5, h6`

/** Returns whether the elements inside an element are not described, as in a `select` or `video`. */
export const isDrawnAsOne = (element: Element): boolean => drawnAsOne.has(element.localName)

/**
 * Returns whether an element is only a part of another element: a part of the label of a control, such as an
 * icon or a text in a button, or a shape in an SVG drawing that has no role. People comment on the whole
 * button or drawing.
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

/** Returns whether the page describes an element by a role, a label or a test id. */
const isMeant = (element: Element): boolean =>
  element.hasAttribute('role') || element.hasAttribute('aria-label') || testIdOf(element) !== null

/** Returns the nearest ancestor whose content is its label; null if there is none. */
function outerOf(element: Element): Element | null {
  for (let each = element.parentElement; each; each = each.parentElement) {
    const role = roleOf(each) ?? ''
    if (atomicRoles.has(role) || labelledRoles.has(role) || each.localName === 'label') return each
  }
  return null
}
