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

test('closing a draft that was replaced by a newer draft leaves the newer draft open', async () => {
  const { result } = await mountOnReview(() => ({ ...useDraft(), ...useOpenForms() }))
  const [older, newer] = [draftOf('art_a'), draftOf('art_b')]
  result.open(older)
  result.open(newer)
  result.close(older)
  expect(result.draft.value).toBe(newer)
  result.close(newer)
  expect(result.draft.value).toBeNull()
})

test('while adding shapes is enabled, an open comment gets further shapes up to a limit', async () => {
  const { result } = await mountOnReview(() => ({ ...useDraft(), ...useOpenForms() }))
  const shape = { kind: 'point' as const, geometry: { x: 0.5, y: 0.5 } }
  result.open({ ...draftOf('art_a'), shape })
  await nextTick()
  expect(result.addShape('rvs_1a', shape)).toBe(false)
  result.addsShapes.value = true
  expect(result.addShape('rvs_other', shape)).toBe(false)
  for (let i = 0; i < limits.furtherShapes; i++) expect(result.addShape('rvs_1a', shape)).toBe(true)
  expect(result.addsShapes.value).toBe(false)
  expect(result.addShape('rvs_1a', shape)).toBe(false)
  result.removeShape(0)
  expect(result.draft.value?.more).toHaveLength(limits.furtherShapes - 1)
  result.addsShapes.value = true
  result.open({ ...draftOf('art_a'), shape: { ...shape } })
  await nextTick()
  expect(result.addsShapes.value).toBe(false)
})

test('the first discard ends adding shapes; the next discards the form or closes the box', async () => {
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
  result.addsShapes.value = true
  expect([result.discard(), result.addsShapes.value, discard.mock.calls.length]).toEqual([true, false, 0])
  expect(result.discard()).toBe(true)
  expect(discard).toHaveBeenCalledTimes(1)
  expect(result.draft.value).not.toBeNull()
  result.isFormShown.value = false
  expect(result.discard()).toBe(true)
  expect([discard.mock.calls.length, result.draft.value]).toEqual([1, null])
})

test('a reply form counts as open until it is closed', async () => {
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

test('a draft that is being sent stays while the next one is written, and is shown again then', async () => {
  const { result } = await mountOnReview(() => ({ ...useDraft(), ...useOpenForms() }))
  const [first, second, third] = [draftOf('art_a'), draftOf('art_a'), draftOf('art_a')]
  result.open(first)
  result.setSending(first, true)
  result.open(second)
  expect(result.sendingDrafts.value).toEqual([first])
  expect(result.draft.value).toEqual({ ...second, slot: 1 })
  // The next text is not being sent: it belongs to the next comment.
  result.open(third)
  expect(result.sendingDrafts.value).toEqual([first])
  expect(result.draft.value).toEqual({ ...third, slot: 1 })
  result.close(result.draft.value ?? undefined)
  expect([result.draft.value, result.sendingDrafts.value]).toEqual([first, []])
  result.close(first)
  expect(result.draft.value).toBeNull()
})

test('after an earlier draft was sent, the open draft stays; closing all drafts leaves none', async () => {
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

test('while a comment is sent, its shapes cannot be changed, and its form closes afterwards', async () => {
  const { result } = await mountOnReview(() => useDraft())
  const shape = { kind: 'point' as const, geometry: { x: 0.5, y: 0.5 } }
  const sent = { ...draftOf('art_a'), shape, more: [shape] }
  result.open(sent)
  await nextTick()
  result.addsShapes.value = true
  result.setSending(sent, true)
  expect([result.isSending.value, result.addsShapes.value]).toEqual([true, false])
  result.addsShapes.value = true
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
  result.addsShapes.value = true
  expect(result.addShape('rvs_1a', shape)).toBe(true)
})
