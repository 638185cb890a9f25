/** An element of a page as ARIA text, such as `- button "Save" [disabled]`. */
interface AriaElement {
  role: string
  /** The accessible name, or else the text of the element; null if it has neither. */
  name: string | null
  /**
   * The attributes, such as `level 2`. If the element has both a name and a text, such as a text field, also
   * the text.
   */
  states: string[]
}

/**
 * A difference between the ARIA texts of two pages. `gone` and `new` mean that only the older or only the
 * newer page has the element.
 */
export type AriaChange =
  | { kind: 'gone' | 'new'; role: string; name: string | null }
  | { kind: 'renamed'; role: string; name: string; to: string }
  /**
   * An element with another state. `from` contains the states that only the older page has, `to` the states
   * that only the newer page has.
   */
  | { kind: 'state'; role: string; name: string | null; from: string[]; to: string[] }

/**
 * The maximum number of pairs of elements whose words are compared, so that the comparison of two completely
 * different pages does not take long.
 */
const MAX_COMPARED = 10_000

/**
 * Matches a line of an ARIA text: a role, a quoted name, attributes in brackets, and a colon that may be
 * followed by a text.
 */
const LINE = /^([\w-]+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]*\])*)(?::(?: (.*))?)?$/

/**
 * Returns the elements of an ARIA text, which has one line for each. A line with another syntax counts as a
 * text. Leaves out properties such as `/url`. Also leaves out table rows and unnamed elements if they contain
 * other elements, because their content is listed anyway.
 */
function elementsOf(aria: string): AriaElement[] {
  const lines = aria.split('\n').filter(line => line.trim() !== '')
  return lines.flatMap((line, index) => {
    const content = unquoteKey(line.trim().replace(/^- /, ''))
    if (content.startsWith('/')) return []
    const [, role, quoted, attributes = '', value] = LINE.exec(content) ?? []
    if (role === undefined) return [{ role: 'text', name: content, states: [] }]
    const name = quoted === undefined ? null : unquote(quoted)
    const text = value ? unquote(value) : null
    const hasChildren = text === null && indentOf(lines[index + 1] ?? '') > indentOf(line)
    if (hasChildren && (name === null || role === 'row')) return []
    const states = [...attributes.matchAll(/\[([^\]]*)\]/g)].map(([, state = '']) => state.replace('=', ' '))
    if (name !== null && text !== null) states.push(text)
    return [{ role, name: name ?? text, states }]
  })
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Returns a line of YAML without the quotes around its key: `'button "a: b"': x` is `button "a: b": x`. */
function unquoteKey(line: string): string {
  const [, quoted, rest = ''] = /^('(?:[^']|'')*'|"(?:[^"\\]|\\.)*")(:.*)?$/.exec(line) ?? []
  return quoted === undefined ? line : unquote(quoted) + rest
}

/** Returns a text of YAML without its quotes. */
function unquote(text: string): string {
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  if (!/^".*"$/.test(text)) return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}

/** An element that only one of two pages has. */
interface Single extends AriaElement {
  index: number
  /** The key (see {@link placesOf}) of the previous element that both pages have; empty if there is none. */
  place: string
}

/**
 * Returns a key for each element of a page, in the order of the page. Equal elements get different numbers,
 * so that all keys of a page are unique.
 */
function placesOf(elements: readonly AriaElement[]): string[] {
  const counts = new Map<string, number>()
  return elements.map(({ role, name, states }) => {
    const key = JSON.stringify([role, name, states])
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return `${count} ${key}`
  })
}

/** Returns the elements that are not on the other page. An element that was moved is on both pages. */
function singlesOf(elements: readonly AriaElement[], others: ReadonlySet<string>): Single[] {
  const places = placesOf(elements)
  let place = ''
  return elements.flatMap((element, index) => {
    const own = places[index] ?? ''
    if (!others.has(own)) return [{ ...element, index, place }]
    place = own
    return []
  })
}

const wordsOf = (name: string | null): string[] => name?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function haveCommonWord(one: Single, other: Single): boolean {
  const words = new Set(wordsOf(one.name))
  return wordsOf(other.name).some(each => words.has(each))
}

/**
 * Returns the changes between the ARIA texts of two pages, in the order of the newer page. If both pages have
 * an element with the same role and name, its state has changed. If the newer page has another element of the
 * same role at the same place, the element was renamed. If there are several elements at a place, elements
 * with a common word are matched first. The others are matched by their order if both pages have equally
 * many.
 */
export function ariaChanges(before: string, after: string): AriaChange[] {
  const [older, newer] = [elementsOf(before), elementsOf(after)]
  const [olderPlaces, newerPlaces] = [placesOf(older), placesOf(newer)]
  const gone = new Set(singlesOf(older, new Set(newerPlaces)))
  const added = new Set(singlesOf(newer, new Set(olderPlaces)))
  const found: { at: number; change: AriaChange }[] = []

  /**
   * Returns for each key the elements that only the older page has, and the elements that only the newer page
   * has.
   */
  function groupsBy(keyOf: (of: Single) => string): [Single[], Single[]][] {
    const groups = Map.groupBy(added, keyOf)
    return [...Map.groupBy(gone, keyOf)].map(([key, ones]) => [ones, groups.get(key) ?? []])
  }
  function match(one: Single, other: Single, change: AriaChange) {
    gone.delete(one)
    added.delete(other)
    found.push({ at: other.index, change })
  }

  for (const [ones, others] of groupsBy(({ role, name }) => JSON.stringify([role, name])))
    for (const [index, one] of ones.entries()) {
      const other = others[index]
      if (!other) break
      const [from, to] = [one.states, other.states]
      match(one, other, {
        ...{ kind: 'state', role: one.role, name: one.name },
        from: from.filter(each => !to.includes(each)),
        to: to.filter(each => !from.includes(each)),
      })
    }
  for (const [ones, others] of groupsBy(({ role, place }) => JSON.stringify([role, place]))) {
    const rename = (one: Single, other: Single | undefined) => {
      if (one.name === null || !other || other.name === null) return
      match(one, other, { kind: 'renamed', role: one.role, name: one.name, to: other.name })
    }
    if (ones.length * others.length <= MAX_COMPARED)
      for (const one of ones)
        rename(
          one,
          others.find(each => added.has(each) && haveCommonWord(one, each)),
        )
    const [left, right] = [ones.filter(each => gone.has(each)), others.filter(each => added.has(each))]
    if (left.length === right.length) for (const [index, one] of left.entries()) rename(one, right[index])
  }

  // A removed element is listed at its earlier position: after the element before it that is on both pages.
  const indexes = new Map(newerPlaces.map((place, index) => [place, index]))
  for (const { role, name, place } of gone)
    found.push({ at: (indexes.get(place) ?? -1) + 0.5, change: { kind: 'gone', role, name } })
  for (const { role, name, index } of added) found.push({ at: index, change: { kind: 'new', role, name } })
  return found.toSorted((a, b) => a.at - b.at).map(each => each.change)
}
