import type { Size } from '#shared/annotation/projection'
import { placesOf, rectangleOf, type Change } from '#shared/difference/changes'
import { elementsAt } from '#shared/review/context-at'
import type { ShownSide } from '~/compare/pair'
import { text } from '~/text/compare-and-video'
import { moveWay } from './move-way'
import type { ComputedRef } from 'vue'

/**
 * A different name for each change: of the element of the page at the change, which is its accessible name,
 * else its text; or the place in the picture, for a change without such an element, and while the context of
 * the newer side is not loaded. A block that moved says how far, and one that was inserted or removed says
 * so. `padded`: the size that contains both images.
 */
export function useChangeNames(
  changes: () => readonly Change[],
  after: () => ShownSide,
  padded: () => Size,
): ComputedRef<string[]> {
  const context = useRevisionContext(() => after().evidence?.revision)
  function nameOf(change: Change): string {
    const now = { ...change, ...placesOf(change)?.to }
    const geometry = rectangleOf(now, after().size, 0)
    const [element] =
      context.value && geometry ? elementsAt(context.value.elements, [{ kind: 'rectangle', geometry }]) : []
    const name = element?.name ?? element?.text ?? placeOf(now, padded())
    const kind = kindOf(change, after().evidence?.revision.viewport?.deviceScaleFactor)
    return kind ? text.changes.kindAt(kind, name) : name
  }
  return computed(() => distinct(changes().map(nameOf)))
}

/** Returns where a change is: in one of nine parts of the picture. */
function placeOf({ x, y, width, height }: Change, size: Size): string {
  const third = (at: number, length: number) => Math.min(2, Math.floor((3 * at) / length))
  const row = text.changes.places[third(y + height / 2, size.height)]
  return row?.[third(x + width / 2, size.width)] ?? ''
}

/** Returns how far a block moved, in CSS pixels of the page, or that it is new or gone; else nothing. */
function kindOf({ moved, inserted, removed }: Change, density = 1): string {
  if (!moved) return inserted ? text.changes.inserted : removed ? text.changes.removed : ''
  return text.changes.moved(moveWay({ x: moved.to.x - moved.from.x, y: moved.to.y - moved.from.y }, density))
}

/** Appends a number to the second and each further one of equal names. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map(name => {
    let own = name
    for (let number = 2; taken.has(own); number++) own = text.changes.numbered(name, number)
    taken.add(own)
    return own
  })
}
