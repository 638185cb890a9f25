import { expect, it } from 'vitest'
import { fromShared } from '~/review-state/shared-thread'
import { thread } from '../../support/dom/fixtures'

it('a thread of a shared page has its label, and its reactions have no names of people', () => {
  const shared = thread('1', { label: 'blocker' })
  const [first] = shared.comments
  if (!first) throw new Error('The thread has no comment.')
  const reactions = [{ emoji: 'eyes' as const, count: 2 }]
  const shown = fromShared({ ...shared, comments: [{ ...first, reactions }] })
  expect(shown.label).toBe('blocker')
  expect(shown.comments[0]?.reactions).toEqual([{ ...reactions[0], people: [] }])
})
