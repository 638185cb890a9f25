import { expect, test, vi } from 'vitest'
import { useDraft } from '~/conversation/use-draft'
import { mountInNuxt } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const draftOf = (artifactId: string) => ({
  artifactId,
  revisionId: 'rvs_1a',
  shape: null,
  timestampMs: null,
})

test('closing a draft that was replaced leaves the newer one open', async () => {
  const { result } = await mountOnReview(() => useDraft())
  const [older, newer] = [draftOf('art_a'), draftOf('art_b')]
  result.open(older)
  result.open(newer)
  result.close(older)
  expect(result.draft.value).toBe(newer)
  result.close(newer)
  expect(result.draft.value).toBeNull()
})

test('open reply forms are known until they are closed', async () => {
  const { result } = await mountOnReview(() => useDraft())
  result.openReply('thr_1')
  result.openReply('thr_2')
  result.closeReply('thr_1')
  expect([...result.openReplyIds.value]).toEqual(['thr_2'])
})

test('a component outside a review page gets no draft but an error', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await expect(mountInNuxt(() => useDraft())).rejects.toThrow('No page provides its draft.')
})
