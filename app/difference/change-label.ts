import type { Change } from '#shared/difference/changes'

/**
 * Returns the sign after the letter of a change: an arrow for a block that moved, plus and minus as in a text
 * difference, and an empty string for other changes.
 */
export function changeSign({ moved, inserted, removed }: Change): string {
  if (!moved) return inserted ? '+' : removed ? '−' : ''
  const [across, along] = [moved.to.x - moved.from.x, moved.to.y - moved.from.y]
  if (Math.abs(along) >= Math.abs(across)) return along < 0 ? '↑' : '↓'
  return across < 0 ? '←' : '→'
}

/** Returns the letter of a change: A to Z, then AA, AB and so on. */
export function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last
}
