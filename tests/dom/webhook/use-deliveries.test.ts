import type { WebhookDelivery } from '#shared/contract/webhook'
import { expect, test, vi } from 'vitest'
import { useDeliveries } from '~/webhook/use-deliveries'
import { stubApi } from '../../support/dom/api'
import { fakeTimers } from '../../support/dom/browser'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'

const NOW = Date.parse('2026-06-01T09:00:00.000Z')
const delivery = (nextAttemptAt: string | null): WebhookDelivery => ({
  id: 'msg_1',
  type: 'review.verified',
  status: nextAttemptAt ? 'pending' : 'delivered',
  reviewId: 'rev_1',
  createdAt: '2026-06-01T08:59:00.000Z',
  nextAttemptAt,
  attempts: [],
})

async function mountLog(first: string | null) {
  fakeTimers()
  vi.setSystemTime(NOW)
  let present = delivery(first)
  const api = stubApi({
    'GET /api/webhooks/{id}/deliveries': () => ({ deliveries: [present], next: null }),
  })
  const { result, wrapper } = await mountInNuxt(() => useDeliveries('whk_1'), { me: me() })
  await until(() => expect(result.items.value).toHaveLength(1))
  return {
    ...result,
    api,
    wrapper,
    serve: (next: string | null) => {
      present = delivery(next)
    },
  }
}

test('the log of a webhook is read repeatedly until a message that is due has been sent', async () => {
  const { api, items, serve, refresh } = await mountLog('2026-06-01T09:01:00.000Z')
  await vi.advanceTimersByTimeAsync(2000)
  await until(() => expect(api.calls).toHaveLength(2))
  serve(null)
  await vi.advanceTimersByTimeAsync(2000)
  await until(() => expect(items.value[0]?.status).toBe('delivered'))
  await vi.advanceTimersByTimeAsync(10_000)
  // The request of this refresh is sent after all repeated requests of the ten seconds, so all of them are
  // counted.
  await refresh()
  expect(api.calls).toHaveLength(4)
})

test('a webhook message whose next attempt is minutes away does not cause repeated reads', async () => {
  const { api, refresh } = await mountLog('2026-06-01T09:05:00.000Z')
  await vi.advanceTimersByTimeAsync(10_000)
  await refresh()
  expect(api.calls).toHaveLength(2)
})

test('closing the log of a webhook ends its repeated reads', async () => {
  const { api, wrapper } = await mountLog('2026-06-01T09:01:00.000Z')
  wrapper.unmount()
  expect(vi.getTimerCount()).toBe(0)
  expect(api.calls).toHaveLength(1)
})
