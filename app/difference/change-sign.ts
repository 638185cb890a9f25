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
