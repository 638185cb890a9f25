/** The attributes with the test id of an element, in the order of preference. */
const testAttributes = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'] as const

/** Returns the test id of an element; null if it has none. */
export function testIdOf(element: Element): string | null {
  for (const each of testAttributes) if (element.getAttribute(each)) return element.getAttribute(each)
  return null
}

/** Matches ids that a library generates. They differ in the next run. */
const generatedId = /\d{3}|[:«»]|^(?:v-|_r_|radix|headlessui|reka|mui|react-aria)/i

/**
 * Matches classes that do not describe the element: classes that a library generates, which differ in the
 * next build, and utility classes with values, such as `mt-4` and `md:flex`.
 */
const generatedClass =
  /\d|[:[\]/!@%]|^(?:css|sc|svelte|jss|_)[-_]?|__|^(?:flex|grid|block|hidden|relative|absolute|truncate)$/i

/**
 * Returns a CSS selector that finds only this element. Inside a shadow root or an iframe, the selector has
 * the form `host >>> inner`, as Puppeteer and WebdriverIO write selectors for shadow roots.
 */
export function selectorOf(element: Element): string {
  const root = element.getRootNode()
  const inner = selectorIn(root as ParentNode, element)
  const host = isShadowRoot(root) ? root.host : element.ownerDocument.defaultView?.frameElement
  return host ? `${selectorOf(host)} >>> ${inner}` : inner
}

const isShadowRoot = (root: Node): root is ShadowRoot => 'host' in root && 'mode' in root

const selectors = new WeakMap<Element, string>()

function selectorIn(root: ParentNode, element: Element): string {
  const known = selectors.get(element)
  if (known !== undefined) return known
  const selector = shortSelector(root, element) ?? pathSelector(root, element)
  selectors.set(element, selector)
  return selector
}

function shortSelector(root: ParentNode, element: Element): string | null {
  const { id, localName } = element
  const isOnly = (selector: string) => root.querySelectorAll(selector).length === 1
  if (id && !generatedId.test(id) && isOnly(`#${CSS.escape(id)}`)) return `#${CSS.escape(id)}`
  const attribute = [...testAttributes, 'name'].find(each => element.getAttribute(each))
  if (attribute !== undefined) {
    const tag = attribute === 'name' ? localName : ''
    const selector = `${tag}[${attribute}=${JSON.stringify(element.getAttribute(attribute))}]`
    if (isValid(element, selector) && isOnly(selector)) return selector
  }
  const tag = CSS.escape(localName)
  // The selector contains a class even if the tag alone is unique, because the class leads to the rule in the
  // style sheet.
  const classes = [...element.classList].filter(each => !generatedClass.test(each))
  const named = classes.map(each => `${tag}.${CSS.escape(each)}`).find(isOnly)
  return named ?? (isOnly(tag) ? tag : null)
}

/**
 * Returns whether a selector is valid and matches an element. It may be invalid, because an attribute in it
 * can contain any characters.
 */
function isValid(element: Element, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

/**
 * Returns the selector of the parent, followed by the position of the element among its siblings with the
 * same tag.
 */
function pathSelector(root: ParentNode, element: Element): string {
  const tag = CSS.escape(element.localName)
  const { parentElement, parentNode } = element
  const place = parentNode && placesIn(parentNode).get(element)
  const own = place && place.of.count > 1 ? `${tag}:nth-of-type(${place.index})` : tag
  return parentElement ? `${selectorIn(root, parentElement)} > ${own}` : own
}

/** The position of an element among the children with the same tag, counted from 1. */
interface Place {
  index: number
  of: { count: number }
}

const places = new WeakMap<ParentNode, Map<Element, Place>>()

function placesIn(parent: ParentNode): Map<Element, Place> {
  const known = places.get(parent)
  if (known) return known
  const counts = new Map<string, { count: number }>()
  const found = new Map<Element, Place>()
  for (const each of parent.children) {
    const of = counts.get(each.localName) ?? { count: 0 }
    counts.set(each.localName, of)
    of.count += 1
    found.set(each, { index: of.count, of })
  }
  places.set(parent, found)
  return found
}
