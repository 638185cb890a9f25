import { expect, test, vi } from 'vitest'
import { ref } from 'vue'
import { useFirstEvidence } from '~/evidence/use-first-evidence'
import { ConnectionBroken, stubApi } from '../../support/dom/api'
import { fakeTimers, setVisibility } from '../../support/dom/browser'
import { inboxWith, reviewSummary } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'

const LIST = 'GET /api/projects/{id}/reviews'
const POLL_MS = 3000

async function mountFirst(project: string | undefined = 'prj_1') {
  let reviews = [reviewSummary({ artifactCount: 0 })]
  const list = () => ({ reviews, nextCursor: null })
  const api = stubApi({ [LIST]: list })
  fakeTimers()
  const id = ref<string | undefined>(project)
  const mounted = await mountInNuxt(() => useFirstEvidence(() => id.value), { path: '/projects/prj_1' })
  const poll = async () => {
    const before = api.calls.length
    await vi.advanceTimersByTimeAsync(POLL_MS)
    await until(() => expect(api.calls.length).toBeGreaterThan(before))
  }
  return {
    ...mounted,
    api,
    list,
    id,
    poll,
    upload: () => {
      reviews = [reviewSummary(), reviewSummary({ id: 'rev_2', unseenCount: 1 })]
    },
    path: () => mounted.router.currentRoute.value.path,
  }
}

test('polling finds a review without evidence, and opens the first review that gets evidence', async () => {
  const { result, poll, upload, path } = await mountFirst()
  await poll()
  await until(() => expect(result.emptyReview.value?.id).toBe('rev_1'))
  expect(path()).toBe('/projects/prj_1')
  upload()
  await poll()
  await until(() => expect(path()).toBe('/reviews/rev_2'))
})

test('polling for evidence continues after a failed request, and keeps the found empty review', async () => {
  const { result, poll, api, list, upload, path } = await mountFirst()
  await poll()
  await until(() => expect(result.emptyReview.value?.id).toBe('rev_1'))
  api.on({
    [LIST]: () => {
      throw new ConnectionBroken()
    },
  })
  await poll()
  // At the time of this second poll, the failure of the first poll has been handled.
  await poll()
  expect(result.emptyReview.value?.id).toBe('rev_1')
  api.on({ [LIST]: list })
  upload()
  await poll()
  await until(() => expect(path()).toBe('/reviews/rev_2'))
})

test('outside a project, the first new evidence of any review in the inbox is opened', async () => {
  const { id, api, path } = await mountFirst()
  id.value = undefined
  api.on({
    'GET /api/inbox': () =>
      inboxWith({ fresh: [reviewSummary({ id: 'rev_3', unseenCount: 1 })], open: [reviewSummary()] }),
  })
  await vi.advanceTimersByTimeAsync(POLL_MS)
  await until(() => expect(path()).toBe('/reviews/rev_3'))
})

test('polling for first evidence skips archived reviews and reviews with seen evidence only', async () => {
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

test('a closed page does not open evidence that its last poll finds', async () => {
  const { api, wrapper, router } = await mountFirst()
  const other = await mountInNuxt(() => useFirstEvidence(() => 'prj_2'))
  // Nuxt navigates with the router of the page that was mounted last, so both routers are observed.
  const pushes = [router, other.router].map(each => vi.spyOn(each, 'push'))
  const response = Promise.withResolvers<undefined>()
  api.on({
    [LIST]: async ({ params }) => {
      await response.promise
      const id = params.id === 'prj_1' ? 'rev_1' : 'rev_2'
      return { reviews: [reviewSummary({ id, unseenCount: 1 })], nextCursor: null }
    },
  })
  await vi.advanceTimersByTimeAsync(POLL_MS)
  await until(() => expect(api.calls).toHaveLength(2))
  wrapper.unmount()
  response.resolve(undefined)
  // The page that is still open gets its response after the closed page, so both responses were handled.
  await until(() => expect(other.router.currentRoute.value.path).toBe('/reviews/rev_2'))
  expect(pushes.flatMap(each => each.mock.calls.map(([to]) => to))).toEqual(['/reviews/rev_2'])
  other.wrapper.unmount()
  await vi.advanceTimersByTimeAsync(2 * POLL_MS)
  expect(api.calls).toHaveLength(2)
})
