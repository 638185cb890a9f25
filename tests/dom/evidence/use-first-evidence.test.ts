import { expect, test, vi } from 'vitest'
import { ref } from 'vue'
import { useFirstEvidence } from '~/evidence/use-first-evidence'
import { stubApi } from '../../support/dom/api'
import { fakeTimers, setVisibility } from '../../support/dom/browser'
import { reviewSummary } from '../../support/dom/fixtures'
import { mountInNuxt, settle, until } from '../../support/dom/mount'

const LIST = 'GET /api/projects/{id}/reviews'
const POLL_MS = 3000

async function mountFirst(project: string | undefined = 'prj_1') {
  let reviews = [reviewSummary({ artifactCount: 0 })]
  const api = stubApi({ [LIST]: () => ({ reviews, nextCursor: null }) })
  fakeTimers()
  const id = ref<string | undefined>(project)
  const mounted = await mountInNuxt(() => useFirstEvidence(() => id.value), { path: '/projects/prj_1' })
  const poll = async () => {
    const before = api.calls.length
    await vi.advanceTimersByTimeAsync(POLL_MS)
    await until(() => expect(api.calls.length).toBeGreaterThan(before))
    await settle()
  }
  return {
    ...mounted,
    api,
    id,
    poll,
    upload: () => {
      reviews = [reviewSummary(), reviewSummary({ id: 'rev_2', unseenCount: 1 })]
    },
    path: () => mounted.router.currentRoute.value.path,
  }
}

test('polling finds a review without evidence, and opens the first review with new evidence', async () => {
  const { result, poll, upload, path } = await mountFirst()
  await poll()
  expect(result.emptyReview.value?.id).toBe('rev_1')
  expect(path()).toBe('/projects/prj_1')
  upload()
  await poll()
  await until(() => expect(path()).toBe('/reviews/rev_2'))
})

test('a failed poll does not end polling, and keeps the empty review that was found before', async () => {
  const { result, poll, api, upload, path } = await mountFirst()
  await poll()
  api.offline = true
  await vi.advanceTimersByTimeAsync(POLL_MS)
  await settle()
  expect(result.emptyReview.value?.id).toBe('rev_1')
  api.offline = false
  upload()
  await poll()
  await until(() => expect(path()).toBe('/reviews/rev_2'))
})

test('outside a project, the first new evidence of any review in the inbox is opened', async () => {
  const { id, api, path } = await mountFirst()
  id.value = undefined
  api.on({
    'GET /api/inbox': () => ({
      addressed: [],
      sinceVerdict: [],
      fresh: [reviewSummary({ id: 'rev_3', unseenCount: 1 })],
      open: [reviewSummary()],
      waiting: [],
      decided: [],
      hasMore: false,
    }),
  })
  await vi.advanceTimersByTimeAsync(POLL_MS)
  await until(() => expect(path()).toBe('/reviews/rev_3'))
})

test('polling for first evidence skips archived reviews and reviews whose evidence was seen', async () => {
  const { result, api, poll, path } = await mountFirst()
  api.on({
    [LIST]: () => ({
      reviews: [
        reviewSummary({ id: 'rev_archived', archived: true, unseenCount: 1 }),
        reviewSummary({ id: 'rev_seen' }),
        reviewSummary({ id: 'rev_empty', artifactCount: 0 }),
      ],
      nextCursor: null,
    }),
  })
  await poll()
  await until(() => expect(result.emptyReview.value?.id).toBe('rev_empty'))
  expect(path()).toBe('/projects/prj_1')
})

test('a hidden tab does not poll for the first evidence', async () => {
  const { api } = await mountFirst()
  setVisibility('hidden')
  await vi.advanceTimersByTimeAsync(2 * POLL_MS)
  expect(api.calls).toEqual([])
})

test('evidence that polling finds after the page was closed is not opened', async () => {
  const { api, wrapper, router } = await mountFirst()
  const push = vi.spyOn(router, 'push')
  const response = Promise.withResolvers<undefined>()
  api.on({
    [LIST]: async () => {
      await response.promise
      return { reviews: [reviewSummary({ unseenCount: 1 })], nextCursor: null }
    },
  })
  await vi.advanceTimersByTimeAsync(POLL_MS)
  await until(() => expect(api.calls).toHaveLength(1))
  wrapper.unmount()
  response.resolve(undefined)
  await settle(10)
  await vi.advanceTimersByTimeAsync(2 * POLL_MS)
  expect(push).not.toHaveBeenCalled()
  expect(api.calls).toHaveLength(1)
})
