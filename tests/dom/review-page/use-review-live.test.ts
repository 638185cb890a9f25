import { expect, test, vi } from 'vitest'
import { useReviewLive } from '~/review-page/use-review-live'
import { useReviewSource } from '~/review-state/use-review-source'
import { fakeTimers, setVisibility, stubEventSource } from '../../support/dom/browser'
import { review } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const POLL_MS = 15_000

async function mountLive(refresh: () => Promise<unknown> = async () => {}) {
  const streams = stubEventSource()
  const read = vi.fn(refresh)
  let since = 0
  const mounted = await mountInNuxt(() => useReviewLive(() => `/events?since=${++since}`, read))
  const { isConnected, viewers } = mounted.result
  return { ...mounted, isConnected, viewers, streams, read }
}

test('a review page opens one event stream and reads the review after each "changed" event', async () => {
  const { streams, read, isConnected } = await mountLive()
  expect(streams.map(each => each.url)).toEqual(['/events?since=1'])
  streams[0]?.accept()
  expect(isConnected.value).toBe(true)
  streams[0]?.send('changed')
  await until(() => expect(read).toHaveBeenCalledTimes(1))
  streams[0]?.send('changed')
  await until(() => expect(read).toHaveBeenCalledTimes(2))
})

test('the viewers of a review come from the latest event; a broken stream has no viewers', async () => {
  const { streams, viewers } = await mountLive()
  streams[0]?.accept()
  expect(viewers.value).toEqual([])
  const ann = { userId: 'usr_1', name: 'Ann' }
  streams[0]?.send('viewers', { viewers: [ann, { userId: 'usr_2', name: 'Bob' }] })
  streams[0]?.send('viewers', { viewers: [ann] })
  expect(viewers.value).toEqual([ann])
  streams[0]?.fail()
  expect(viewers.value).toEqual([])
})

test('several changes during a read cause one more read, never two reads at the same time', async () => {
  fakeTimers()
  const reads: PromiseWithResolvers<undefined>[] = []
  const { streams, read } = await mountLive(() => {
    const next = Promise.withResolvers<undefined>()
    reads.push(next)
    return next.promise
  })
  for (let change = 0; change < 3; change++) streams[0]?.send('changed')
  expect(read).toHaveBeenCalledTimes(1)
  reads[0]?.resolve(undefined)
  await until(() => expect(read).toHaveBeenCalledTimes(2))
  reads[1]?.resolve(undefined)
  // The third read is caused by the next poll, so the earlier changes have not scheduled another read.
  await vi.advanceTimersByTimeAsync(POLL_MS)
  expect(read).toHaveBeenCalledTimes(3)
})

test('the page polls only while the event stream is broken or silent', async () => {
  fakeTimers()
  const { streams, read } = await mountLive()
  await vi.advanceTimersByTimeAsync(POLL_MS)
  expect(read).toHaveBeenCalledTimes(1)
  streams[0]?.accept()
  for (let line = 0; line < 4; line++) {
    await vi.advanceTimersByTimeAsync(POLL_MS)
    streams[0]?.send('alive')
  }
  expect(read).toHaveBeenCalledTimes(1)
  // A proxy that compresses the event stream can hold back its lines, so the stream is silent.
  await vi.advanceTimersByTimeAsync(2 * POLL_MS)
  expect(read).toHaveBeenCalledTimes(2)
  streams[0]?.send('alive')
  await vi.advanceTimersByTimeAsync(POLL_MS)
  expect(read).toHaveBeenCalledTimes(2)
  streams[0]?.fail()
  await vi.advanceTimersByTimeAsync(POLL_MS)
  expect(read).toHaveBeenCalledTimes(3)
  expect(streams).toHaveLength(1)
})

test('after a rejected event stream, the review is read and the next poll reopens the stream', async () => {
  fakeTimers()
  const { streams, read } = await mountLive()
  streams[0]?.fail({ refused: true })
  await until(() => expect(read).toHaveBeenCalledTimes(1))
  await vi.advanceTimersByTimeAsync(POLL_MS)
  expect(streams.map(each => each.url)).toEqual(['/events?since=1', '/events?since=2'])
})

test('an event that the review was deleted closes the stream and reads the review', async () => {
  const { streams, read, isConnected } = await mountLive()
  streams[0]?.accept()
  streams[0]?.send('gone')
  await until(() => expect(read).toHaveBeenCalledTimes(1))
  expect(streams[0]?.readyState).toBe(2)
  expect(isConnected.value).toBe(false)
})

test('a hidden tab closes the event stream and opens it again when it is shown', async () => {
  fakeTimers()
  const { streams, read } = await mountLive()
  streams[0]?.accept()
  setVisibility('hidden')
  expect(streams[0]?.readyState).toBe(2)
  await vi.advanceTimersByTimeAsync(2 * POLL_MS)
  expect(read).not.toHaveBeenCalled()
  setVisibility('visible')
  expect(streams.map(each => each.url)).toEqual(['/events?since=1', '/events?since=2'])
})

test('the review is read at once when the network returns', async () => {
  const { read } = await mountLive()
  window.dispatchEvent(new Event('online'))
  await until(() => expect(read).toHaveBeenCalledTimes(1))
})

test('closing the page closes its event stream, and the review is not read any more', async () => {
  fakeTimers()
  const { streams, read, wrapper } = await mountLive()
  wrapper.unmount()
  expect(streams[0]?.readyState).toBe(2)
  setVisibility('visible')
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(2 * POLL_MS)
  expect(read).not.toHaveBeenCalled()
  expect(streams).toHaveLength(1)
})

test('after a failed read, the next "changed" event causes a new read', async () => {
  const { page, api, served, streams } = await mountOnReview(() => useReviewSource())
  api.offline = true
  streams[0]?.send('changed')
  await until(() => expect(page.source.error.value).toBeDefined())
  api.offline = false
  served.payload = { ...served.payload, review: review({ title: 'Renamed' }) }
  streams[0]?.send('changed')
  await until(() => expect(page.source.payload.value?.review.title).toBe('Renamed'))
})
