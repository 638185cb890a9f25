import { expect, test } from 'vitest'
import { useChangeTaps } from '~/compare-stage/use-change-taps'
import { mountInNuxt } from '../../support/dom/mount'

/** Mounts a picture with two changes, of which the second is shown. */
async function mountTaps() {
  const shown: number[] = []
  const calls: string[] = []
  const { result } = await mountInNuxt(() =>
    useChangeTaps(
      index => shown.push(index),
      () => 1,
    ),
  )
  const names = ['pointerdown', 'pointerup', 'pointercancel'] as const
  const recording = Object.fromEntries(names.map(name => [name, () => calls.push(name)]))
  const listeners = result.on(recording as unknown as Parameters<typeof result.on>[0])
  const picture = document.createElement('div')
  picture.innerHTML = [0, 1]
    .map(index => `<span data-change="${index}"><b data-change-letter></b></span>`)
    .join('')
  const send = (name: (typeof names)[number], selector: string, pointerType: string, clientX = 0) => {
    const target = picture.querySelector(selector) ?? picture
    const place = { target, pointerId: 1, pointerType, button: 0, clientX, clientY: 0 }
    listeners[name](place as unknown as PointerEvent)
  }
  const tap = (selector: string, pointerType = 'touch', end = 0) => {
    send('pointerdown', selector, pointerType)
    send('pointerup', selector, pointerType, end)
  }
  return { ...result, shown, calls, send, tap }
}

test('a tap on a change or its letter shows the change, and begins no comment', async () => {
  const { tap, shown, calls } = await mountTaps()
  tap('[data-change="0"]')
  tap('[data-change="0"] [data-change-letter]')
  tap('[data-change="0"] [data-change-letter]', 'mouse')
  expect(shown).toEqual([0, 0, 0])
  expect(calls).not.toContain('pointerup')
})

test('a click in a frame, a tap in the shown frame, a drag and a hold show no change', async () => {
  const { tap, send, interrupt, shown, calls } = await mountTaps()
  tap('[data-change="0"]', 'mouse')
  tap('[data-change="1"]')
  tap('[data-change="0"]', 'touch', 30)
  send('pointerdown', '[data-change="0"]', 'touch')
  interrupt()
  send('pointerup', '[data-change="0"]', 'touch')
  expect(shown).toEqual([])
  expect(calls.filter(each => each === 'pointerup')).toHaveLength(4)
})
