import { expect, onTestFinished, test, vi } from 'vitest'
import { useHeldOlder } from '~/compare-stage/use-held-older'
import { mountInNuxt } from '../../support/dom/mount'

async function mountHeldOlder() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { result } = await mountInNuxt(() => useHeldOlder())
  const calls: string[] = []
  const names = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const
  const recording = Object.fromEntries(names.map(name => [name, () => calls.push(name)]))
  const listeners = result.on(
    recording as unknown as Parameters<typeof result.on>[0],
    () => void calls.push('interrupt'),
  )
  const send = (name: (typeof names)[number], x = 0, pointerType = 'touch', pointerId = 1) => {
    const event = new Event(name)
    listeners[name](Object.assign(event, { pointerId, pointerType, clientX: x, clientY: 0 }) as PointerEvent)
  }
  return { ...result, calls, send }
}

test('holding a finger on a compared picture shows only the older side until the finger lifts', async () => {
  const { isOlderShown, calls, send } = await mountHeldOlder()
  send('pointerdown')
  expect(isOlderShown.value).toBe(false)
  vi.advanceTimersByTime(400)
  expect(isOlderShown.value).toBe(true)
  send('pointermove', 30)
  expect(isOlderShown.value).toBe(true)
  send('pointerup', 30)
  expect(isOlderShown.value).toBe(false)
  expect(calls).toEqual(['pointerdown', 'interrupt', 'pointerup'])
})

test('a tap, a drag, two fingers and a mouse do not show the older side of a comparison', async () => {
  const { isOlderShown, calls, send } = await mountHeldOlder()
  send('pointerdown')
  send('pointerup')
  vi.advanceTimersByTime(1000)
  send('pointerdown')
  send('pointermove', 20)
  vi.advanceTimersByTime(1000)
  send('pointerup', 20)
  send('pointerdown')
  send('pointerdown', 50, 'touch', 2)
  vi.advanceTimersByTime(1000)
  send('pointerup')
  send('pointerdown', 0, 'mouse', 3)
  vi.advanceTimersByTime(1000)
  expect(isOlderShown.value).toBe(false)
  expect(calls).not.toContain('interrupt')
})

test('a second finger ends the view of the older side, and both fingers zoom', async () => {
  const { isOlderShown, calls, send } = await mountHeldOlder()
  send('pointerdown')
  vi.advanceTimersByTime(400)
  send('pointerdown', 50, 'touch', 2)
  expect(isOlderShown.value).toBe(false)
  send('pointermove', 90, 'touch', 2)
  send('pointermove', -40)
  expect(calls).toEqual(['pointerdown', 'interrupt', 'pointerdown', 'pointermove', 'pointermove'])
})
