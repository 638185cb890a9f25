import { describe, expect, it } from 'vitest'
import {
  isSamePullRequest,
  pullRequestName,
  readPullRequest,
  referenceLabel,
  repositoryIn,
} from '#shared/forge/pull-request-name'

describe('the name of a pull request', () => {
  it.each([
    ['pr-12', 'pr-12'],
    ['PR-12', 'pr-12'],
    ['#12', 'pr-12'],
    ['PR #12', 'pr-12'],
    ['mr-12', 'pr-12'],
    ['pull/12', 'pr-12'],
    [' !12 ', 'pr-12'],
    ['refs/pull/12/head', 'pr-12'],
    ['refs/merge-requests/12/merge', 'pr-12'],
    ['acme/shop#12', 'acme/shop#12'],
    ['group/sub/shop!12', 'group/sub/shop#12'],
    ['https://github.com/acme/shop/pull/12', 'acme/shop#12'],
    ['https://github.com/acme/shop/pull/12/files?w=1#diff', 'acme/shop#12'],
    ['https://gitlab.example/group/sub/shop/-/merge_requests/12', 'group/sub/shop#12'],
    ['https://codeberg.org/acme/my.shop/pulls/3#issue-1', 'acme/my.shop#3'],
    ['https://bitbucket.org/acme/shop/pull-requests/3', 'acme/shop#3'],
  ])('the name of the pull request %j is %j', (text, name) => {
    const found = readPullRequest(text)
    expect(found && pullRequestName(found)).toBe(name)
    // The name is itself recognized as the same pull request.
    expect(readPullRequest(name)).toEqual({ ...found, origin: null })
  })

  it.each([
    'feature/shop',
    'main',
    '12',
    'pr-0',
    '#',
    'shop#12',
    'fix-12',
    'acme/shop',
    'https://github.com/acme/shop/issues/12',
    'https://github.com/acme/shop/pull/12x',
    '',
  ])('%j is not recognized as a pull request', text => expect(readPullRequest(text)).toBeNull())
})

describe('two names of pull requests', () => {
  const same = (a: string, b: string) => {
    const [first, second] = [readPullRequest(a), readPullRequest(b)]
    return first !== null && second !== null && isSamePullRequest(first, second)
  }

  it.each([
    ['pr-12', '#12'],
    ['pr-12', 'acme/shop#12'],
    ['Acme/Shop#12', 'https://github.com/acme/shop/pull/12'],
    ['https://github.com/acme/shop/pull/12', 'https://github.com/acme/shop/pull/12/files'],
  ])('the names %j and %j are of the same pull request', (a, b) =>
    expect([same(a, b), same(b, a)]).toEqual([true, true]),
  )

  it.each([
    ['pr-12', 'pr-13'],
    ['acme/api#12', 'acme/shop#12'],
    ['https://github.com/acme/shop/pull/12', 'https://git.example.com/acme/shop/pulls/12'],
  ])('the names %j and %j are of different pull requests', (a, b) =>
    expect([same(a, b), same(b, a)]).toEqual([false, false]),
  )
})

describe('the label of a reference', () => {
  it.each([
    ['https://github.com/acme/shop/pull/12/files', 'acme/shop#12'],
    ['https://review.example/c/shop/+/42?tab=1', 'review.example/c/shop/+/42'],
    ['fix/totals', 'fix/totals'],
    ['#12', '#12'],
  ])('the label of the reference %j is %j', (reference, label) =>
    expect(referenceLabel(reference)).toBe(label),
  )
})

describe('the repository of a pull request', () => {
  it.each([
    ['acme/shop#12', { host: null, alias: null, path: 'acme/shop' }],
    ['group/sub/shop!12', { host: null, alias: null, path: 'group/sub/shop' }],
    [
      'https://gitlab.example/group/sub/shop/-/merge_requests/12',
      { host: 'gitlab.example', alias: null, path: 'group/sub/shop' },
    ],
    ['#12', null],
    ['feature/shop', null],
    ['', null],
  ])('the repository of the pull request %j is %j', (reference, repository) =>
    expect(repositoryIn(reference)).toEqual(repository),
  )
})
