import { limits } from '#shared/contract/kit/limits'
import type { ContextElement, RevisionContext } from '#shared/contract/context'
import { keepImportant } from '../keep-important'
import { placeIn } from '../place-in-url'
import { ariaText } from './aria-text'
import { describe, isNamed } from './describe'
import { pictureOf, round, shownElements, type Picture } from './shown-elements'
import { createSourceFinder } from './source'
import { cut, oneLine } from './text'

/**
 * Returns the context of a picture of this page, within the limits of the contract. Runs inside the page:
 * `scripts/build/page-script.mjs` bundles it, and the expression of `cli/capture/page-script.ts` calls it.
 * The paths of source files are the paths in the development build of the page.
 */
export async function pageContext(picture: Picture = 'viewport'): Promise<RevisionContext> {
  const box = pictureOf(picture)
  const all = shownElements(box)
  const shown = keepImportant(all, limits.contextElements, each => isNamed(each.element))
  const sourceOf = createSourceFinder()
  const elements: ContextElement[] = []
  for (const each of shown) {
    const { element } = each
    const [x, y, right, bottom] = [
      round((each.left - box.left) / box.width),
      round((each.top - box.top) / box.height),
      round((each.right - box.left) / box.width),
      round((each.bottom - box.top) / box.height),
    ]
    elements.push({
      box: [x, y, round(right - x), round(bottom - y)],
      ...describe(element),
      ...(await sourceOf(element)),
    })
  }
  return withinBytes({
    page: {
      url: cut(addressOf(location), limits.contextUrl),
      title: cut(oneLine(document.title), limits.contextName),
      userAgent: cut(navigator.userAgent, limits.contextSelector),
      scroll: { x: Math.round(scrollX), y: Math.round(scrollY) },
      deviceScaleFactor: devicePixelRatio,
      colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    },
    elements,
    events: [],
    aria: cut(ariaText(document.body), limits.contextAria),
  })
}

/**
 * Returns an address without its query. Its fragment is also removed unless it names a place in the page.
 * Both may contain secrets.
 */
const addressOf = ({ protocol, host, pathname, hash }: Location): string =>
  `${protocol}//${host}${pathname}${placeIn(hash)}`

/**
 * Removes the text of the page, then the last elements, until the JSON of the context is within the size
 * limit of the contract. Ends without elements at the latest, because a page can replace `JSON.stringify`.
 */
function withinBytes(context: RevisionContext): RevisionContext {
  const isSmall = (each: RevisionContext) =>
    new TextEncoder().encode(JSON.stringify(each)).length <= limits.contextBytes
  if (isSmall(context)) return context
  const small = { ...context, aria: null }
  while (small.elements.length > 0 && !isSmall(small))
    small.elements = small.elements.slice(0, Math.floor(small.elements.length * 0.8))
  return small
}
