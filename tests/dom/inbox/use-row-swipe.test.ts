import { afterEach, expect, test, vi } from 'vitest'
import { useRowSwipe } from '~/inbox/use-row-swipe'

afterEach(() => document.body.replaceChildren())

function mountRows() {
  const archive = vi.fn()
  const opened = vi.fn()
  const { swiped, listeners } = useRowSwipe(archive)
  const list = document.createElement('ul')
  list.innerHTML = '<li><a data-review="rev_1"><b>Title</b></a></li>'
  document.body.append(list)
  const row = list.querySelector('a')
  if (!row) throw new Error('There is no row.')
  Object.defineProperty(row, 'offsetWidth', { value: 360 })
  row.addEventListener('click', opened)
  for (const [name, listener] of Object.entries(listeners))
    list.addEventListener(name.replace('Capture', ''), listener, { capture: name.endsWith('Capture') })
  const send = (type: string, clientX: number, clientY = 100, pointerType = 'touch') =>
    row.firstElementChild?.dispatchEvent(
      new PointerEvent(type, { bubbles: true, isPrimary: true, pointerType, clientX, clientY }),
    )
  return {
    archive,
    opened,
    swiped,
    send,
    click: () => row.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
  }
}

test('swiping an inbox row far to the left archives its review and does not open it', () => {
  const { archive, opened, swiped, send, click } = mountRows()
  send('pointerdown', 300)
  send('pointermove', 280)
  expect(swiped.value).toEqual({ id: 'rev_1', by: -20, isFar: false })
  send('pointermove', 150)
  expect(swiped.value).toEqual({ id: 'rev_1', by: -150, isFar: true })
  send('pointerup', 150)
  expect(archive.mock.calls).toEqual([['rev_1']])
  expect(swiped.value).toBeUndefined()
  click()
  expect(opened).not.toHaveBeenCalled()
  // The tap after the swipe opens the review.
  send('pointerdown', 300)
  send('pointerup', 300)
  click()
  expect(opened).toHaveBeenCalledOnce()
})

test('an inbox row that is moved back, scrolled, dragged by mouse or swiped right is not archived', () => {
  const { archive, swiped, send } = mountRows()
  for (const moves of [
    [280, 150, 290],
    [310, 330, 100],
  ]) {
    send('pointerdown', 300)
    for (const x of moves) send('pointermove', x)
    send('pointerup', moves.at(-1) ?? 0)
  }
  send('pointerdown', 300)
  send('pointermove', 290, 140)
  send('pointermove', 100, 140)
  expect(swiped.value).toBeUndefined()
  send('pointerup', 100, 140)
  send('pointerdown', 300, 100, 'mouse')
  send('pointermove', 100, 100, 'mouse')
  send('pointerup', 100, 100, 'mouse')
  send('pointerdown', 300)
  send('pointermove', 100)
  send('pointercancel', 100)
  send('pointerup', 100)
  expect(archive).not.toHaveBeenCalled()
})
