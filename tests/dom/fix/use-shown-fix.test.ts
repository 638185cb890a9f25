import type { Thread } from '#shared/contract/thread'
import { expect, test } from 'vitest'
import { h, shallowRef } from 'vue'
import { useReply } from '~/comment/use-reply'
import { useShownFix } from '~/fix/use-shown-fix'
import AppButton from '~~/components/common/AppButton.vue'
import NotYetButton from '~~/components/fix/NotYetButton.vue'
import { artifact, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

test.each([
  ['opens with it', false],
  ['was open before', true],
])('after “Not yet”, the fix stays in view until the reply form, which %s, closes', async (_, isOpen) => {
  const fixed = thread('1', { status: 'addressed', revision: 1, geometry: { x: 0.5, y: 0.5 } })
  const threads = shallowRef<() => readonly Thread[]>(() => [])
  const { result, page, wrapper } = await mountOnReview(
    () => {
      const current = (): Thread => threads.value()[0] ?? fixed
      const reply = useReply(shallowRef(null), () => fixed.threadId)
      return { ...reply, current, fix: useShownFix(current, reply.replying) }
    },
    {
      artifacts: [artifact('a', 2)],
      threads: [fixed],
      view: () => h(NotYetButton, { thread: fixed, onReply: () => void result.startReply() }),
      components: { AppButton },
      handlers: { 'POST /v1/threads/{id}/resolve': () => ({ ...fixed, status: 'open' }) },
    },
  )
  threads.value = () => page.source.threads.value
  const pair = () => result.fix.value && [result.fix.value.before.id, result.fix.value.after.id]
  expect(pair()).toEqual(['rvs_1a', 'rvs_2a'])
  if (isOpen) await result.startReply()
  await wrapper.find('button').trigger('click')
  await until(() => expect(result.current().status).toBe('open'))
  expect(pair()).toEqual(['rvs_1a', 'rvs_2a'])
  await result.endReply(true)
  expect(pair()).toBeNull()
})
