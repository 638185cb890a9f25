import { expect, test, vi } from 'vitest'
import { useVideoShortcuts } from '~/video/use-video-shortcuts'
import { useShortcuts } from '~/ui/keys/use-shortcuts'
import { addElement, pressKey } from '../../support/dom/keys'
import { mountOnReview } from '../../support/dom/review-page'

/**
 * Mounts the shortcuts of a video, and with `swipe` the shortcuts of a swipe comparison. Returns the frames
 * that keys step by, and the moves of the divider.
 */
async function mountKeys({ swipe = false } = {}) {
  const frame = vi.fn<(by: number) => void>()
  const divide = vi.fn<(by: number) => void>()
  await mountOnReview(() => {
    useVideoShortcuts({ frame, shuttle: () => {}, seconds: () => 0, speed: () => 0 })
    if (swipe) useShortcuts({ 'compare-less': () => divide(-1), 'compare-more': () => divide(1) })
    return {}
  })
  return { frames: () => frame.mock.calls.flat(), divided: () => divide.mock.calls.flat() }
}

test('arrow keys step by one frame, as comma and full stop do, and by ten frames with Shift', async () => {
  const { frames } = await mountKeys()
  for (const key of ['ArrowLeft', 'ArrowRight', ',', '.']) pressKey(key)
  expect(frames()).toEqual([-1, 1, -1, 1])
  pressKey('ArrowLeft', { shiftKey: true })
  pressKey('ArrowRight', { shiftKey: true })
  expect(frames().slice(4)).toEqual([-10, 10])
})

test('arrow keys move the divider of a swipe comparison or a focused slider, and do not seek', async () => {
  const { frames, divided } = await mountKeys({ swipe: true })
  pressKey('ArrowRight')
  pressKey('ArrowLeft')
  expect(divided()).toEqual([1, -1])
  pressKey('ArrowRight', { on: addElement('<input type="range">') })
  expect([divided(), frames()]).toEqual([[1, -1], []])
  pressKey('.')
  expect(frames()).toEqual([1])
})
