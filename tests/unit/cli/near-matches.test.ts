import { expect, it } from 'vitest'
import { nearMatches } from '../../../cli/near-matches'

const references = ['fix/totals', 'fix/header', 'acme/shop#77', 'main']

it.each([
  ['fix/total', ['fix/totals']],
  ['Fix-Totals', ['fix/totals']],
  ['totals', ['fix/totals']],
  ['feature/fix/totals/2', ['fix/totals']],
  ['acme/shop#78', ['acme/shop#77']],
  ['mian', []],
  ['release', []],
  ['ma', []],
])('the names that are similar to %s are %j', (text, expected) => {
  expect(nearMatches(text, references)).toEqual(expected)
})

it('nearMatches returns at most three names, and each name once', () => {
  const alike = ['fix-1', 'fix-12', 'fix-1', 'fix-123', 'fix-2', 'fix-3']
  expect(nearMatches('fix-1', alike)).toEqual(['fix-1', 'fix-12', 'fix-2'])
})
