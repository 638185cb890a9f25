import type { Size } from '#shared/annotation/projection'
import { placesOf, rectangleOf, type Change } from '#shared/difference/changes'
import { elementsAt } from '#shared/review/context-at'
import type { ShownSide } from '~/compare/shown-side'
import { text } from '~/text/compare-and-video'
import { formatCount } from '~/text/language/count'
import { moveWay } from './move-way'
import type { ComputedRef } from 'vue'

/**
 * Names each change differently. The name is that of the page's element at the change: its accessible name,
 * or else its text. If there is no such element, or the context of the newer side is not loaded, the name is
 * the change's position in the picture. For a block that moved, the name says how far; for a block that was
 * inserted or removed, it says so. `padded`: the size that contains both images.
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

/**
 * Returns how far a block moved, in CSS pixels of the page, or the text that it was inserted or removed, with
 * its height if the blocks below it followed. Empty for other changes.
 */
function kindOf({ moved, inserted, removed, following }: Change, density = 1): string {
  if (!moved) {
    const kind = inserted ? text.changes.inserted : removed ? text.changes.removed : ''
    const height = (inserted?.to ?? removed?.from)?.height ?? 0
    return kind && following ? text.changes.followed(kind, formatCount(Math.round(height / density))) : kind
  }
  return text.changes.moved(moveWay({ x: moved.to.x - moved.from.x, y: moved.to.y - moved.from.y }, density))
}

/** Makes equal names different: appends a number to each of them except the first. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map(name => {
    let own = name
    for (let number = 2; taken.has(own); number++) own = text.changes.numbered(name, number)
    taken.add(own)
    return own
  })
}
