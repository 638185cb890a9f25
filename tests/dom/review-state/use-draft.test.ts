import { limits } from '#shared/contract/kit/limits'
import { expect, test, vi } from 'vitest'
import { useOpenForms } from '~/review-state/use-open-forms'
import { nextTick, ref } from 'vue'
import { useDraft } from '~/review-state/use-draft'
import { mountInNuxt } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const draftOf = (artifactId: string) => ({
  artifactId,
  revisionId: 'rvs_1a',
  shape: null,
  timestampMs: null,
})

test('closing an older draft does not close the newer draft that has replaced it', async () => {
  const { result } = await mountOnReview(() => ({ ...useDraft(), ...useOpenForms() }))
  const [older, newer] = [draftOf('art_a'), draftOf('art_b')]
  result.open(older)
  result.open(newer)
  result.close(older)
  expect(result.draft.value).toBe(newer)
  result.close(newer)
  expect(result.draft.value).toBeNull()
})

test('shapes are added to an open comment, up to a limit, and each of them can be removed', async () => {
  const { result } = await mountOnReview(() => ({ ...useDraft(), ...useOpenForms() }))
  const shape = { kind: 'point' as const, geometry: { x: 0.5, y: 0.5 } }
  result.open({ ...draftOf('art_a'), shape })
  await nextTick()
  result.removeShape(0)
  expect(result.draft.value?.shape).toEqual(shape)
  const other = { kind: 'point' as const, geometry: { x: 0.1, y: 0.1 } }
  expect(result.addShape('rvs_other', other)).toBe(false)
  for (let i = 0; i < limits.furtherShapes; i++) expect(result.addShape('rvs_1a', other)).toBe(true)
  expect(result.addShape('rvs_1a', other)).toBe(false)
  expect(result.draft.value?.more).toHaveLength(limits.furtherShapes)
  result.removeShape(0)
  expect(result.draft.value).toMatchObject({ shape: other })
  result.removeShape(1)
  expect(result.draft.value?.more).toHaveLength(limits.furtherShapes - 2)
})

test('discarding a draft calls the handler of its form, or closes a draft without a form', async () => {
  const discard = vi.fn()
  const { result } = await mountOnReview(() => {
    const store = { ...useDraft(), ...useOpenForms() }
    const isFormShown = ref(true)
    store.onDiscard(() => (isFormShown.value ? store.draft.value : null), discard)
    return { ...store, isFormShown }
  })
  expect(result.discard()).toBe(false)
  const shape = { kind: 'point' as const, geometry: { x: 0.5, y: 0.5 } }
  result.open({ ...draftOf('art_a'), shape })
  await nextTick()
  expect(result.discard()).toBe(true)
  expect(discard).toHaveBeenCalledTimes(1)
  expect(result.draft.value).not.toBeNull()
  result.isFormShown.value = false
  expect(result.discard()).toBe(true)
  expect([discard.mock.calls.length, result.draft.value]).toEqual([1, null])
})

test('a reply form counts as open from its opening until its closing', async () => {
  const { result } = await mountOnReview(() => ({ ...useDraft(), ...useOpenForms() }))
  result.openReply('thr_1')
  result.openReply('thr_2')
  result.closeReply('thr_1')
  expect([...result.openReplyIds.value]).toEqual(['thr_2'])
})

test('using the draft outside a review page throws an error', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await expect(mountInNuxt(() => ({ ...useDraft(), ...useOpenForms() }))).rejects.toThrow(
    'No page provides its draft.',
  )
})

test('a newer draft hides a draft that is being sent until the newer draft is closed', async () => {
  const { result } = await mountOnReview(() => ({ ...useDraft(), ...useOpenForms() }))
  const [first, second, third] = [draftOf('art_a'), draftOf('art_a'), draftOf('art_a')]
  result.open(first)
  result.setSending(first, true)
  result.open(second)
  expect(result.sendingDrafts.value).toEqual([first])
  expect(result.draft.value).toEqual({ ...second, slot: 1 })
  // A third draft replaces the second one, which is not being sent.
  result.open(third)
  expect(result.sendingDrafts.value).toEqual([first])
  expect(result.draft.value).toEqual({ ...third, slot: 1 })
  result.close(result.draft.value ?? undefined)
  expect([result.draft.value, result.sendingDrafts.value]).toEqual([first, []])
  result.close(first)
  expect(result.draft.value).toBeNull()
})

test('the open draft stays after an earlier draft was sent; closing all drafts leaves no draft', async () => {
  const { result } = await mountOnReview(() => ({ ...useDraft(), ...useOpenForms() }))
  const first = draftOf('art_a')
  result.open(first)
  result.setSending(first, true)
  result.open(draftOf('art_a'))
  result.close(first)
  expect([result.draft.value?.slot, result.sendingDrafts.value]).toEqual([1, []])
  result.open(first)
  result.setSending(first, true)
  result.open(draftOf('art_a'))
  result.close()
  expect([result.draft.value, result.sendingDrafts.value]).toEqual([null, []])
})

test('the shapes of a comment cannot be changed during sending, after which its form closes', async () => {
  const { result } = await mountOnReview(() => useDraft())
  const shape = { kind: 'point' as const, geometry: { x: 0.5, y: 0.5 } }
  const sent = { ...draftOf('art_a'), shape, more: [shape] }
  result.open(sent)
  await nextTick()
  result.setSending(sent, true)
  expect(result.isSending.value).toBe(true)
  expect(result.addShape('rvs_1a', shape)).toBe(false)
  result.removeShape(0)
  expect(result.draft.value).toBe(sent)
  expect(result.closeSent(sent)).toBe(false)
  expect([result.draft.value, result.isSending.value]).toEqual([null, false])
})

test('the shapes of a comment can be changed again after sending has failed', async () => {
  const { result } = await mountOnReview(() => useDraft())
  const shape = { kind: 'point' as const, geometry: { x: 0.5, y: 0.5 } }
  const sent = { ...draftOf('art_a'), shape }
  result.open(sent)
  await nextTick()
  result.setSending(sent, true)
  result.setSending(sent, false)
  expect(result.addShape('rvs_1a', shape)).toBe(true)
})
