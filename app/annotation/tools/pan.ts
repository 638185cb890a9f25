import type { Tool } from './machine'
import { pinned } from './pins'

/** The tool that moves the image. A click on a pin selects the mark of that pin. */
export const pan: Tool = {
  press(event, context) {
    const grabbed = pinned(event, context)
    return grabbed
      ? { name: 'pointing', start: event.at, inside: event.inside, grabbed }
      : { name: 'panning' }
  },
  drag: () => ({ name: 'panning' }),
  click: ({ grabbed }) => (grabbed?.chosenId ? [{ type: 'select', id: grabbed.chosenId }] : []),
  enter: () => null,
}
