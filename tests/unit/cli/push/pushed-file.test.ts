import { expect, it } from 'vitest'
import { describeFile, refusedFile, summaryOf, type PushedFile } from '../../../../cli/push/pushed-file'
import type { Evidence } from '../../../../cli/push/evidence'

const pushed = (artifactId: string, outcome: PushedFile['outcome']): PushedFile => ({
  ...describeFile({ name: 'cart.png', title: 'Cart' } as Evidence, null, outcome),
  artifactId,
})

it.each([
  ['a pair that is new', ['created', 'revised'], '1 new'],
  ['a pair whose picture before is as it was', ['unchanged', 'revised'], '1 revised'],
  ['a pair that has not changed', ['unchanged', 'unchanged'], '1 unchanged'],
] as const)('the summary of a push counts %s once', (_what, outcomes, expected) => {
  expect(summaryOf(outcomes.map(each => pushed('art_1', each)))).toBe(expected)
})

it('the summary of a push counts each file without evidence, and lists new evidence first', () => {
  const refused = ['a.txt', 'b.txt'].map(each => refusedFile(each, each, new Error('It is text.')))
  const files = [pushed('art_1', 'unchanged'), ...refused, pushed('art_2', 'created')]
  expect(summaryOf(files)).toBe('1 new, 1 unchanged, 2 failed')
})
