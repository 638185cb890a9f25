import { expect, test } from 'vitest'
import { useApproval } from '~/evidence/use-approval'
import { useReviewSource } from '~/review-state/use-review-source'
import { ErrorResponse, type Handlers } from '../../support/dom/api'
import { artifact } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview, press, toastOf, toasts } from '../../support/dom/review-page'

const APPROVE = 'POST /v1/artifacts/{id}/approve'
const approvalBy = (by: string) => ({
  by,
  at: '2026-06-02T09:00:00.000Z',
  revisionId: 'rvs_1a',
  carried: false,
})
const screen = artifact('a', 1, { title: 'Cart' })

async function mountApproval(handlers: Handlers = {}) {
  const mounted = await mountOnReview(() => ({ approve: useApproval(), source: useReviewSource() }), {
    artifacts: [screen],
  })
  mounted.api.on({
    [APPROVE]: ({ body }) => ({
      ...screen,
      approval: (body as { approved: boolean }).approved ? approvalBy('Mara Okafor') : null,
    }),
    ...handlers,
  })
  const { source } = mounted.result
  const shown = () => source.payload.value?.artifacts[0]
  return { ...mounted, approve: mounted.result.approve, shown, by: () => shown()?.approval?.by }
}

test('an approval is shown at once, sends the shown revision, and Undo withdraws it', async () => {
  const saved = Promise.withResolvers<undefined>()
  const { approve, api, by, nuxt } = await mountApproval({
    [APPROVE]: async ({ body }) => {
      await saved.promise
      const { approved } = body as { approved: boolean }
      return { ...screen, approval: approved ? approvalBy('Mara Okafor') : null }
    },
  })
  const done = approve(screen, true)
  expect(by()).toBe('Mara')
  saved.resolve(undefined)
  await done
  expect(by()).toBe('Mara Okafor')
  expect(api.bodies(APPROVE)).toEqual([{ approved: true, revisionId: 'rvs_1a' }])
  press(await toastOf(nuxt, '“Cart” looks good'), 'Undo')
  await until(() => expect(by()).toBeUndefined())
  expect(api.bodies(APPROVE).at(-1)).toEqual({ approved: false, revisionId: 'rvs_1a' })
})

test('Undo of a withdrawn approval approves the evidence again', async () => {
  const { approve, by, nuxt } = await mountApproval()
  await approve(screen, true)
  await approve(screen, false)
  expect(by()).toBeUndefined()
  press(await toastOf(nuxt, '“Cart” is no longer approved'), 'Undo')
  await until(() => expect(by()).toBe('Mara Okafor'))
})

test('an approval that the server rejects is reverted, and a toast shows the failure', async () => {
  const { approve, shown, nuxt } = await mountApproval({
    [APPROVE]: () => {
      throw new ErrorResponse('conflict', 'A newer revision of this evidence has arrived.')
    },
  })
  await approve(screen, true)
  expect(shown()?.approval).toBeNull()
  expect(toasts(nuxt)).toHaveLength(1)
})
