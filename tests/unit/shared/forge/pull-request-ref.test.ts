import { describe, expect, it } from 'vitest'
import { apiUrlOf, pullRequestIn } from '#shared/forge/pull-request-ref'

const github = { apiUrl: 'https://api.github.com', repository: 'acme/web' }
const gitlab = { apiUrl: 'https://git.example.com/lab/api/v4', repository: 'acme/group/web' }
const gitea = { apiUrl: 'https://git.example.com/api/v1', repository: 'acme/web' }

describe('the pull request reference of a review', () => {
  it.each([
    ['12', 12],
    ['#12', 12],
    ['!12', 12],
    ['pr-12', 12],
    ['PR #12', 12],
    ['mr-12', 12],
    ['pull/12', 12],
    ['merge request !12', 12],
    ['refs/pull/12/merge', 12],
    ['refs/merge-requests/12/head', 12],
    ['acme/web#12', 12],
    ['Acme/Web#12', 12],
    ['https://github.com/acme/web/pull/12', 12],
    ['https://github.com/acme/web/pull/12/files?w=1#r1', 12],
    ['acme/other#12', null],
    ['https://github.com/acme/other/pull/12', null],
    ['https://github.com/acme/web2/pull/12', null],
    ['https://github.com/acme/web/issues/12', null],
    ['https://example.com/acme/web/pull/12', null],
    ['feature-12', null],
    ['0', null],
    ['', null],
    ['pr-12 and pr-13', null],
    ['9999999999', null],
  ])('the reference %j means pull request %j of GitHub', (prRef, expected) => {
    expect(pullRequestIn(prRef, github)).toBe(expected)
  })

  it.each([
    ['https://git.example.com/lab/acme/group/web/-/merge_requests/3', 3],
    ['https://git.example.com/lab/acme/group/web/-/merge_requests/3/diffs', 3],
    ['acme/group/web!3', 3],
    ['https://git.example.com/acme/group/web/-/merge_requests/3', null],
  ])('the reference %j means merge request %j of GitLab', (prRef, expected) => {
    expect(pullRequestIn(prRef, gitlab)).toBe(expected)
  })

  it('a reference can be the URL of a pull request of Gitea', () => {
    expect(pullRequestIn('https://git.example.com/acme/web/pulls/5', gitea)).toBe(5)
  })
})

describe('the API URL of a forge', () => {
  it.each([
    ['github', 'https://github.com', 'https://api.github.com'],
    ['github', 'https://github.com/', 'https://api.github.com'],
    ['github', 'https://api.github.com/', 'https://api.github.com'],
    ['github', 'https://github.example.com', 'https://github.example.com/api/v3'],
    ['github', 'https://github.example.com/api/v3/', 'https://github.example.com/api/v3'],
    ['gitlab', 'https://gitlab.com', 'https://gitlab.com/api/v4'],
    ['gitlab', 'https://example.com/gitlab', 'https://example.com/gitlab/api/v4'],
    ['gitea', 'https://git.example.com', 'https://git.example.com/api/v1'],
    ['gitea', 'https://git.example.com/api/v1', 'https://git.example.com/api/v1'],
  ] as const)('the API URL of %s at %s is %s', (kind, typed, expected) => {
    expect(apiUrlOf(kind, typed)).toBe(expected)
  })
})
