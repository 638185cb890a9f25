import { expect, test, vi } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import type { Shape } from '#shared/contract/geometry'
import { useAnnouncements } from '~/ui/messages/use-announcements'
import { usePlacingAnnouncement } from '~/stage/use-placing-announcement'
import { fakeTimers } from '../../support/dom/browser'
import { mountOnReview } from '../../support/dom/review-page'

test('a mark’s position is announced after the last key, with more decimals after a small move', async () => {
  fakeTimers()
  const placing = shallowRef<Shape | null>(null)
  const { result } = await mountOnReview(() => {
    usePlacingAnnouncement(placing)
    return useAnnouncements()
  })
  const place = async (...xs: number[]) => {
    for (const x of xs) {
      placing.value = { kind: 'point', geometry: { x, y: 0.5 } }
      await nextTick()
    }
    vi.advanceTimersByTime(400)
    await nextTick()
    return result.message.value
  }
  expect(await place(0.2, 0.3, 0.4)).toBe('Point at 40% from the left, 50% from the top')
  expect(await place(0.401)).toBe('Point at 40.1% from the left, 50.0% from the top')
  placing.value = null
  await nextTick()
  expect(await place(0.4011)).toBe('Point at 40.11% from the left, 50.00% from the top')
  expect(await place(0.6)).toBe('Point at 60% from the left, 50% from the top')
})
