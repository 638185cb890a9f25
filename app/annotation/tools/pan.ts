import type { Tool } from './machine'

/** Moves the picture under the hand; marks are out of its reach. */
export const pan: Tool = {
  press: () => ({ name: 'panning' }),
  drag: () => ({ name: 'panning' }),
  click: () => [],
  enter: () => null,
}
