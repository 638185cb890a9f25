import type { ContextElement } from '../contract/context'
import { printableLine } from './printable'

type Named = Partial<
  Pick<ContextElement, 'role' | 'tag' | 'name' | 'text' | 'source' | 'selector' | 'testId'>
>

/**
 * Returns what an element of a page is and where its code is, on one line: `button “Buy now”,
 * src/Cart.tsx:41`. Without a source, its selector stands for the place.
 */
export function elementLabel({ role, tag, name, text, source, selector, testId }: Named): string {
  const quoted = name ?? text
  const what = [role ?? tag ?? '', quoted ? `“${quoted}”` : ''].filter(Boolean).join(' ')
  return printableLine([what, source ?? selector ?? testId ?? ''].filter(Boolean).join(', '))
}
