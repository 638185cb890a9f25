import { expect, test } from 'vitest'
import { ref } from 'vue'
import { useDivider } from '~/ui/elements/use-divider'

/** A divider of pictures that are 200 CSS pixels wide and begin 100 pixels from the left edge. */
function createDivider() {
  const host = document.createElement('div')
  host.getBoundingClientRect = () => new DOMRect(100, 0, 200, 50)
  const { divider, listeners } = useDivider(ref(host), { keys: { ArrowRight: 2, Home: -100 }, shift: 5 })
  const press = (key: string, shiftKey = false) => {
    const event = new KeyboardEvent('keydown', { key, shiftKey, cancelable: true })
    listeners.keydown(event)
    return { at: divider.value, isHandled: event.defaultPrevented }
  }
  const drag = (clientX: number, buttons = 1) => {
    listeners.pointermove(new PointerEvent('pointermove', { clientX, buttons }))
    return divider.value
  }
  return { divider, press, drag }
}

test('keys move the divider between two pictures, further with Shift, and only within them', () => {
  const { divider, press } = createDivider()
  expect(divider.value).toBe(50)
  expect(press('ArrowRight')).toEqual({ at: 52, isHandled: true })
  expect(press('ArrowRight', true)).toEqual({ at: 62, isHandled: true })
  expect(press('Home')).toEqual({ at: 0, isHandled: true })
  expect(press('a')).toEqual({ at: 0, isHandled: false })
})

test('dragging moves the divider between two pictures, and moving an unpressed pointer does not', () => {
  const { drag } = createDivider()
  expect([drag(150), drag(290, 0), drag(250), drag(400), drag(50)]).toEqual([25, 25, 75, 100, 0])
})
