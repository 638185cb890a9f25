import { expect, test } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import type { Revision } from '#shared/contract/artifact'
import type { RevisionContext } from '#shared/contract/context'
import { useRevisionContext } from '~/context/use-revision-context'
import { ErrorResponse } from '../../support/dom/api'
import { revision } from '../../support/dom/fixtures'
import { settle, until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const READ = 'GET /v1/revisions/{id}/context'
const context = (aria: string): RevisionContext => ({ page: null, elements: [], events: [], aria })

test('a page context is loaded once for all components when its revision is shown', async () => {
  const shown = shallowRef<Revision | null>(null)
  const { result, api } = await mountOnReview(
    () => [useRevisionContext(() => shown.value), useRevisionContext(() => shown.value)],
    { handlers: { [READ]: ({ params }) => context(params.id ?? '') } },
  )
  const [one, other] = result
  const asked = () => api.calls.filter(each => each.operation === READ).map(each => each.params.id)
  for (const each of [
    revision('rvs_1', 1),
    revision('rvs_1', 1, { hasContext: true, mediaState: 'expired' }),
    null,
  ]) {
    shown.value = each
    await nextTick()
  }
  await settle()
  expect([asked(), one?.value]).toEqual([[], null])
  shown.value = revision('rvs_1', 1, { hasContext: true })
  await until(() => expect([one?.value?.aria, other?.value?.aria]).toEqual(['rvs_1', 'rvs_1']))
  shown.value = revision('rvs_2', 2, { hasContext: true })
  await nextTick()
  // The context of another revision is never shown.
  expect(one?.value).toBeNull()
  await until(() => expect(one?.value?.aria).toBe('rvs_2'))
  shown.value = revision('rvs_1', 1, { hasContext: true })
  await until(() => expect(other?.value?.aria).toBe('rvs_1'))
  expect(asked()).toEqual(['rvs_1', 'rvs_2'])
})

test('a page context that failed to load is loaded again when its revision is shown again', async () => {
  const shown = shallowRef<Revision | null>(revision('rvs_1', 1, { hasContext: true }))
  let fails = true
  const { result, api } = await mountOnReview(() => ({ context: useRevisionContext(() => shown.value) }), {
    handlers: {
      [READ]: () => {
        if (fails) throw new ErrorResponse('not_found')
        return context('- button')
      },
    },
  })
  await until(() => expect(api.calls.filter(each => each.operation === READ)).toHaveLength(1))
  await settle()
  expect(result.context.value).toBeNull()
  fails = false
  shown.value = null
  await nextTick()
  shown.value = revision('rvs_1', 1, { hasContext: true })
  await until(() => expect(result.context.value?.aria).toBe('- button'))
})
