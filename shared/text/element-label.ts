import type { ContextElement } from '../contract/context'
import { printableLine } from './printable'

type Named = Partial<
  Pick<ContextElement, 'role' | 'tag' | 'name' | 'text' | 'source' | 'selector' | 'testId' | 'component'>
>

/**
 * Returns a description of an element of a page and the place of its code, on one line: `button “Buy now”,
 * src/Cart.tsx:41, .buy`. The class in the selector leads to the styles. If the source is unknown, the
 * description contains the selector and the name of the component instead.
 */
export function elementLabel(element: Named): string {
  const { role, tag, name, text, source, selector, testId, component } = element
  const quoted = name ?? text
  const what = [role ?? tag ?? '', quoted ? `“${quoted}”` : ''].filter(Boolean).join(' ')
  const found = selector ?? testId ?? ''
  const place = source ? [source, found] : [found, component ? `in ${component}` : '']
  return printableLine([what, ...place].filter(Boolean).join(', '))
}
