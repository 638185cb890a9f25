import { expect, test, vi } from 'vitest'
import { verticalFlick } from '~/conversation-sheet/sheet-heights'

/** Flicks up on an element in a row of cards. Returns how many times the flick raised the conversation. */
function flickUp(row: HTMLElement, target: Element): number {
  const raise = vi.fn()
  const { touchstartPassive, touchendPassive } = verticalFlick({ lower() {}, raise })
  const event = (y: number, timeStamp: number) => {
    const touches = [{ clientX: 100, clientY: y }]
    return {
      currentTarget: row,
      target,
      touches,
      changedTouches: touches,
      timeStamp,
    } as unknown as TouchEvent
  }
  touchstartPassive?.(event(700, 0))
  touchendPassive?.(event(560, 100))
  return raise.mock.calls.length
}

/**
 * Creates a row with a card that contains a reply. `more` is the height in CSS pixels of the content of the
 * card and of the reply that is hidden below the lower edge.
 */
function rowWith(more: { card?: number; reply?: number }) {
  const row = document.createElement('div')
  row.innerHTML = '<ul><li><ol><li><p></p></li></ol></li></ul>'
  const [card, reply] = row.querySelectorAll('li')
  Object.defineProperty(card, 'scrollHeight', { value: more.card ?? 0 })
  Object.defineProperty(reply, 'scrollHeight', { value: more.reply ?? 0 })
  return { row, text: row.querySelector('p') as Element }
}

test('flicking a comment card up expands the conversation, unless the card can scroll down', () => {
  const whole = rowWith({})
  expect(flickUp(whole.row, whole.text)).toBe(1)
  const long = rowWith({ card: 50 })
  expect(flickUp(long.row, long.text)).toBe(0)
})

test('flicking up a reply expands the conversation, although a part of the reply overflows', () => {
  const { row, text } = rowWith({ reply: 12 })
  expect(flickUp(row, text)).toBe(1)
})
