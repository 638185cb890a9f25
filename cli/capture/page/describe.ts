import { limits } from '#shared/contract/kit/limits'
import type { ContextElement } from '#shared/contract/context'
import { nameOf } from './name'
import { roleOf } from './role'
import { selectorOf, testIdOf } from './selector'
import { cut, ownText } from './text'

/** Elements whose text was typed by people. */
const typed = 'input, textarea, select, [contenteditable]'

/**
 * Describes an element, without its box and its source position. An element without a role and a name, such
 * as a `span`, has its own text as its name. Values that people typed are left out.
 */
export function describe(element: Element): Omit<ContextElement, 'box' | 'source' | 'component'> {
  const role = roleOf(element)
  const text = element.matches(typed) ? '' : ownText(element)
  const name = nameOf(element) ?? (role === null ? limited(text, limits.contextName) : null)
  const selector = selectorOf(element)
  return {
    role: limited(role, limits.contextName),
    name,
    text: text === name ? null : limited(text, limits.contextElementText),
    tag: limited(element.localName, limits.contextName),
    selector: selector.length > limits.contextSelector ? null : selector,
    testId: limited(testIdOf(element), limits.contextName),
  }
}

const limited = (text: string | null, maximum: number): string | null => cut(text ?? '', maximum) || null

/** Returns whether an element can be described, because it has a role, a name, a test id or a text. */
export const isNamed = (element: Element): boolean =>
  roleOf(element) !== null ||
  testIdOf(element) !== null ||
  nameOf(element) !== null ||
  ownText(element) !== ''
