import { expect, it } from 'vitest'
import { commentedRevision, fixRevisions, openedRevision } from '~/review-state/fix-revisions'
import { artifact, revision, thread } from '../../support/dom/fixtures'

const artifacts = [artifact('a', 2)]

it('a comment on a revision with expired media has no revision to show', () => {
  expect(commentedRevision(thread('1'), artifacts)?.id).toBe('rvs_1a')
  const expired = artifact('a', 1, { revisions: [revision('rvs_1a', 1, { mediaState: 'expired' })] })
  expect(commentedRevision(thread('1'), [expired])).toBeUndefined()
})

it('for an addressed comment, its revision is compared with the latest revision of the image', () => {
  const addressed = thread('1', { revision: 1, status: 'addressed' })
  expect(fixRevisions(addressed, artifacts)).toMatchObject({
    before: { id: 'rvs_1a' },
    after: { id: 'rvs_2a' },
  })
})

it('a comment is not compared with a later revision if it is open or unmarked, or if none exists', () => {
  const addressed = { revision: 1, status: 'addressed' as const }
  expect(fixRevisions(thread('1', { ...addressed, status: 'open' }), artifacts)).toBeNull()
  expect(fixRevisions(thread('1', { ...addressed, geometry: null }), artifacts)).toBeNull()
  expect(fixRevisions(thread('1', { ...addressed, timestampMs: 0 }), artifacts)).toBeNull()
  expect(fixRevisions(thread('1', { ...addressed, revision: 2 }), artifacts)).toBeNull()
  expect(fixRevisions(thread('1', { ...addressed, artifactId: 'art_b' }), artifacts)).toBeNull()
})

it('a fixed comment opens on the latest revision, and another comment on its own revision', () => {
  const opened = (overrides: Parameters<typeof thread>[1]) =>
    openedRevision(thread('1', { revision: 1, ...overrides }), artifacts)?.index
  expect(opened({ status: 'addressed' })).toBe(2)
  expect(opened({ status: 'open' })).toBe(1)
  expect(opened({ status: 'resolved' })).toBe(1)
  expect(opened({ status: 'addressed', geometry: null, kind: 'artifact' })).toBe(1)
  expect(opened({ artifactId: null })).toBeUndefined()
})
