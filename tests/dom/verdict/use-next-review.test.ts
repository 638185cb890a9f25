import type { ReviewSummary } from '#shared/contract/review-list'
import { expect, test } from 'vitest'
import { useNextReview } from '~/verdict/use-next-review'
import { ErrorResponse } from '../../support/dom/api'
import { inboxWith, reviewSummary } from '../../support/dom/fixtures'
import { settle, until } from '../../support/dom/mount'
import { mountOnReview, press, toastOf } from '../../support/dom/review-page'

type Inbox = Partial<Record<'addressed' | 'fresh' | 'open', ReviewSummary[]>>

async function mountNext(groups: Inbox) {
  const mounted = await mountOnReview(() => ({ next: useNextReview() }), {
    handlers: {
      'GET /api/inbox': () => inboxWith(groups),
    },
  })
  const { api, router, result } = mounted
  return { ...mounted, api, next: result.next, path: () => router.currentRoute.value.path }
}
const [one, two, three] = ['rev_1', 'rev_2', 'rev_3'].map(id => reviewSummary({ id })) as [
  ReviewSummary,
  ReviewSummary,
  ReviewSummary,
]

test('the next review is the review that follows the current review in the inbox', async () => {
  const { next, path, api } = await mountNext({ addressed: [two], fresh: [one], open: [three] })
  await next()
  await until(() => expect(path()).toBe('/reviews/rev_3'))
  expect(api.calls.at(-1)?.query).toEqual({ workspaceId: 'ws_1' })
})

test('after the last review of the inbox, the next review is the first one of the inbox', async () => {
  const { next, path } = await mountNext({ addressed: [two], open: [three, one] })
  await next()
  await until(() => expect(path()).toBe('/reviews/rev_2'))
})

test('from a review that is not in the inbox, the next review is the first one of the inbox', async () => {
  const { next, path } = await mountNext({ fresh: [three, two] })
  await next()
  await until(() => expect(path()).toBe('/reviews/rev_3'))
})

test('if the inbox lists the current review twice, the next review is a different review', async () => {
  const { next, path } = await mountNext({ addressed: [one], fresh: [one, two] })
  await next()
  await until(() => expect(path()).toBe('/reviews/rev_2'))
})

test('without another review in the inbox, a message is shown with a link to the inbox', async () => {
  const { next, path, nuxt } = await mountNext({ fresh: [one] })
  await next()
  press(await toastOf(nuxt, "You're all caught up"), 'Inbox')
  await until(() => expect(path()).toBe('/'))
})

test('if the person leaves the page while the inbox is loaded, no review is opened', async () => {
  const { next, path, api, router, wrapper } = await mountNext({})
  const loaded = Promise.withResolvers<undefined>()
  api.on({
    'GET /api/inbox': async () => {
      await loaded.promise
      return inboxWith({ addressed: [two] })
    },
  })
  const done = next()
  wrapper.unmount()
  await router.push('/account')
  loaded.resolve(undefined)
  await done
  await settle()
  expect(path()).toBe('/account')
})

test('if the inbox cannot be loaded, a toast reports it and no review is opened', async () => {
  const { next, path, api, nuxt } = await mountNext({})
  api.on({
    'GET /api/inbox': () => {
      throw new ErrorResponse('internal_error', 'It failed.')
    },
  })
  await next()
  expect((await toastOf(nuxt, 'The inbox could not be loaded')).description).toBe(
    'It failed. No data was lost.',
  )
  expect(path()).toBe('/reviews/rev_1')
})
