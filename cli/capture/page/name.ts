import { computeAccessibleName } from 'dom-accessibility-api'
import { limits } from '#shared/contract/kit/limits'
import { cut, oneLine } from './text'

const names = new WeakMap<Element, string | null>()

/**
 * Returns the accessible name of an element; null if it has none. A label has its text as its name, without
 * the text of the controls in it.
 */
export function nameOf(element: Element): string | null {
  const known = names.get(element)
  if (known !== undefined) return known
  const isLabel = element.localName === 'label' || element.localName === 'legend'
  const name = isLabel ? labelText(element) : accessibleName(element)
  const shown = cut(oneLine(name), limits.contextName) || null
  names.set(element, shown)
  return shown
}

const controls = new Set(['button', 'option', 'script', 'select', 'style', 'textarea'])

const labelText = (element: Element): string =>
  [...element.childNodes]
    .map(each => {
      if (each.nodeType !== Node.ELEMENT_NODE) return each.nodeType === Node.TEXT_NODE ? each.textContent : ''
      return controls.has((each as Element).localName) ? '' : labelText(each as Element)
    })
    .join(' ')

/**
 * Returns the accessible name, or an empty text if the computation fails because of unusual markup of the
 * page.
 */
function accessibleName(element: Element): string {
  try {
    return computeAccessibleName(element)
  } catch {
    return ''
  }
}
