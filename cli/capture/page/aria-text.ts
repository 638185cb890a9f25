import { isInaccessible } from 'dom-accessibility-api'
import { nameOf } from './name'
import { isDrawnAsOne, roleOf } from './role'
import { oneLine, ownText } from './text'

/**
 * Roles of elements whose accessible name is computed from their content. The texts inside these elements are
 * not listed a second time.
 */
const namedByContent = new Set([
  'button',
  'checkbox',
  'heading',
  'link',
  'menuitem',
  'option',
  'radio',
  'tab',
])
/** The maximum number of listed elements, and the maximum depth of the indentation. */
const MAX_ELEMENTS = 20_000
const MAX_DEPTH = 30

/**
 * Returns the text that assistive technologies read on a page, one element per line with indentation, in the
 * format of Playwright's ARIA snapshots: `- heading "Cart" [level=1]`. Two pages are compared by these lines.
 */
export function ariaText(body: Element): string {
  const lines: string[] = []
  let count = 0

  function add(element: Element, depth: number, isInLabel: boolean): void {
    count += 1
    if (count > MAX_ELEMENTS || element.localName === 'script' || element.localName === 'style') return
    if (isHidden(element)) return
    const role = roleOf(element)
    const name = role === null ? null : nameOf(element)
    const indent = '  '.repeat(Math.min(depth, MAX_DEPTH))
    const isLabelled = role !== null && namedByContent.has(role) && name !== null
    const text = isDrawnAsOne(element) || isLabelled || isInLabel ? '' : ownText(element)
    if (role !== null) {
      const label = name === null ? '' : ` ${JSON.stringify(name)}`
      lines.push(
        `${indent}- ${role}${label}${statesOf(element, role)}${text && text !== name ? `: ${text}` : ''}`,
      )
    } else if (text) lines.push(`${indent}- text: ${text}`)
    if (isDrawnAsOne(element)) return
    const inner = element.shadowRoot ?? element
    for (const each of inner.children) add(each, role === null ? depth : depth + 1, isInLabel || isLabelled)
  }

  for (const each of body.children) add(each, 0, false)
  return lines.join('\n')
}

/**
 * Returns whether assistive technologies ignore an element. Does not check its ancestors, which the caller
 * has checked.
 */
function isHidden(element: Element): boolean {
  if (element.getAttribute('aria-hidden') === 'true') return true
  return !element.checkVisibility({ visibilityProperty: false }) && isInaccessible(element)
}

function statesOf(element: Element, role: string): string {
  const level =
    role === 'heading' && (element.getAttribute('aria-level') ?? /^h([1-6])$/.exec(element.localName)?.[1])
  const states = [
    level && `level=${oneLine(level)}`,
    isChecked(element) && 'checked',
    element.matches(':disabled, [aria-disabled="true"]') && 'disabled',
    element.getAttribute('aria-expanded') === 'true' && 'expanded',
    element.getAttribute('aria-pressed') === 'true' && 'pressed',
    element.getAttribute('aria-selected') === 'true' && 'selected',
  ]
  return states.flatMap(each => (each ? ` [${each}]` : [])).join('')
}

const isChecked = (element: Element): boolean =>
  (element as HTMLInputElement).checked === true || element.getAttribute('aria-checked') === 'true'
