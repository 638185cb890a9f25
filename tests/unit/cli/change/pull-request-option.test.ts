import { describe, expect, it } from 'vitest'
import { requirePullRequest } from '../../../../cli/change/change'

describe('--pr', () => {
  it.each([
    ['12', { repository: null, number: 12 }],
    ['pr-12', { repository: null, number: 12 }],
    ['acme/shop#12', { repository: 'acme/shop', number: 12 }],
  ])('`--pr %s` is parsed as %j', (given, expected) => {
    expect(requirePullRequest(given)).toMatchObject(expected)
  })

  it.each(['0', 'main', '12x', 'https://github.com/acme/shop/issues/12'])('`--pr` rejects %s', given => {
    expect(() => requirePullRequest(given)).toThrow(`"${given}" is not a pull request.`)
  })
})
