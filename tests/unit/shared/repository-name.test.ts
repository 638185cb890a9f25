import { describe, expect, it } from 'vitest'
import { repositoryNameOf } from '#shared/repository-name'

describe('repositoryNameOf', () => {
  it.each([
    ['acme/shop#12', 'shop'],
    ['group/sub/shop!12', 'shop'],
    ['https://github.com/acme/shop/pull/12', 'shop'],
    ['https://github.com/acme/shop/pull/12/files?w=1', 'shop'],
    ['https://gitlab.example/group/sub/shop/-/merge_requests/12', 'shop'],
    ['https://codeberg.org/acme/my.shop/pulls/3#issue-1', 'my.shop'],
    ['https://bitbucket.org/acme/shop/pull-requests/3', 'shop'],
    ['#12', null],
    ['pr-12', null],
    ['feature/shop', null],
    ['', null],
  ])('of %j is %j', (reference, name) => {
    expect(repositoryNameOf(reference)).toBe(name)
  })
})
